/**
 * Where a value stands. Parts sort in order, strings before numbers, so that a prefix is a range.
 * The first part names the module's kind of thing; `kv/README.md` has them all.
 */
export type Key = readonly [string, ...(string | number)[]];

/** Keys under a prefix, optionally from `start` (included) to `end` (left out). */
export interface KeyRange {
  readonly prefix: Key;
  readonly start?: Key;
  readonly end?: Key;
}
