import type { RawRecord } from "../store/backend.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Clock } from "../../base/clock.ts";
import { compareKeys } from "./key_order.ts";

/** The first record that differs between both sides. Names its kind, never its key or content. */
export interface Difference {
  readonly code: "missing" | "unexpected" | "changed";
  /** The first part of its key. */
  readonly kind: string;
}

/**
 * Compares two streams of records in the order of keys, one record at a time. An expired record may
 * be missing on either side, since a backend may have removed it.
 *
 * @returns the number of equal records
 */
export async function compareRecords(
  expected: AsyncIterable<RawRecord>,
  found: AsyncIterable<RawRecord>,
  { clock }: { readonly clock: Clock },
): Promise<Result<number, Difference>> {
  const sides = { expected: open(expected), found: open(found) };
  const isOver = ({ expiresAt }: RawRecord) =>
    expiresAt !== null && expiresAt <= clock.now().epochMilliseconds;
  let same = 0;
  try {
    let [a, b] = [await sides.expected.next(), await sides.found.next()];
    for (;;) {
      const order = orderOf(a, b);
      if (order === null) return ok(same);
      if (order < 0) {
        if (!isOver(a!)) return refuse({ code: "missing", kind: a!.key[0] });
        a = await sides.expected.next();
      } else if (order > 0) {
        if (!isOver(b!)) return refuse({ code: "unexpected", kind: b!.key[0] });
        b = await sides.found.next();
      } else {
        if (!isSame(a!, b!)) return refuse({ code: "changed", kind: a!.key[0] });
        same++;
        [a, b] = [await sides.expected.next(), await sides.found.next()];
      }
    }
  } finally {
    await Promise.all([sides.expected.close(), sides.found.close()]);
  }
}

/** Returns which record comes first; null when both sides have ended. */
function orderOf(a: RawRecord | null, b: RawRecord | null): number | null {
  if (a === null) return b === null ? null : 1;
  return b === null ? -1 : compareKeys(a.key, b.key);
}

/**
 * Whether two records are equal. Lifetimes may differ by the duration of copying, but both records
 * must have one or none.
 */
function isSame(a: RawRecord, b: RawRecord): boolean {
  return a.isCounter === b.isCounter && (a.expiresAt === null) === (b.expiresAt === null) &&
    areEqual(a.bytes, b.bytes);
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  let at = a.length === b.length ? 0 : Infinity;
  while (at < a.length && a[at] === b[at]) at++;
  return at === a.length;
}

/**
 * Reads a stream manually, and refuses keys out of order, which would make the comparison
 * meaningless.
 */
function open(records: AsyncIterable<RawRecord>) {
  const iterator = records[Symbol.asyncIterator]();
  let last: RawRecord | null = null;
  return {
    next: async (): Promise<RawRecord | null> => {
      const { done, value } = await iterator.next();
      if (done) return null;
      if (last !== null && compareKeys(last.key, value.key) >= 0) {
        throw new Error("A store does not list its keys in their order");
      }
      return last = value;
    },
    close: async () => void await iterator.return?.(),
  };
}
