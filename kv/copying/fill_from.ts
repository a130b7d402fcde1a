import type { Backend, RawRecord } from "../store/backend.ts";
import { refuse, type Result } from "../../base/result.ts";
import { allRecords, isEmpty } from "./all_records.ts";
import { compareRecords, type Difference } from "./compare_records.ts";
import { fill, removeAll } from "./fill.ts";
import {
  findMark,
  incompleteKey,
  markComplete,
  markIncomplete,
  type Marking,
} from "./incomplete.ts";

/** The reason why a store was not filled. Only after `not_empty` it is unchanged. */
export type FillRefusal = { readonly code: "not_empty" } | Difference;

/** The source for filling a store. */
export interface FillFrom {
  /** Yields everything in the order of keys; called once for writing and once for comparing. */
  readonly source: () => AsyncIterable<RawRecord>;
  /** Called for every record with the current step. */
  readonly onRecord: (step: "writing" | "verifying") => void;
}

/**
 * Fills an empty or partly filled store, then reads everything back and compares it with the
 * source, which is read again. Until then the store is marked as incomplete, and no server opens
 * it.
 *
 * @returns the number of records in the store
 * @throws errors of reading the source; the store then stays marked as incomplete
 * @throws Error when another process begins to fill it meanwhile, which then continues alone
 */
export async function fillFrom(
  backend: Backend,
  { source, onRecord }: FillFrom,
  marking: Marking,
): Promise<Result<number, FillRefusal>> {
  const before = await findMark(backend, marking);
  if (before === null && !await isEmpty(backend, marking)) return refuse({ code: "not_empty" });
  const mark = await markIncomplete(backend, before, marking);
  if (mark === null) return refuse({ code: "not_empty" });
  const filling = { ...marking, mark };
  if (before !== null) await removeAll(backend, filling);
  await fill(backend, noting(source(), () => onRecord("writing")), filling);
  const compared = await compareRecords(
    noting(source(), () => onRecord("verifying")),
    withoutMark(allRecords(backend, marking)),
    marking,
  );
  if (compared.ok) await markComplete(backend, filling);
  return compared;
}

async function* noting(
  records: AsyncIterable<RawRecord>,
  onRecord: () => void,
): AsyncIterable<RawRecord> {
  for await (const record of records) {
    onRecord();
    yield record;
  }
}

async function* withoutMark(records: AsyncIterable<RawRecord>): AsyncIterable<RawRecord> {
  for await (const record of records) {
    if (record.key[0] !== incompleteKey[0]) yield record;
  }
}
