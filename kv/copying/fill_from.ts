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

/** Why a store was not filled. Only with `not_empty` is it as it was. */
export type FillRefusal = { readonly code: "not_empty" } | Difference;

/** What a store is filled with. */
export interface FillFrom {
  /** Everything, in the order of keys: read once to write it, and again to compare. */
  readonly source: () => AsyncIterable<RawRecord>;
  /** Called with every record, and what is being done with it. */
  readonly onRecord: (step: "writing" | "verifying") => void;
}

/**
 * Fills an empty store, or one that was filled in part, reads everything back and compares it with
 * the source, read again. Until that is done the store is marked as incomplete, and cannot be served.
 *
 * @returns how many records stand there now
 * @throws whatever reading the source throws; the store is then marked as incomplete
 * @throws Error when another process begins to fill it meanwhile, which then goes on alone
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
