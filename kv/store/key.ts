/**
 * The storage key of a value. Parts sort in order, strings before numbers, so that a prefix is a
 * range. The first part names the kind of record; `kv/README.md` lists all.
 */
export type Key = readonly [string, ...(string | number)[]];

/** Keys below a prefix, optionally from `start` (inclusive) to `end` (exclusive). */
export interface KeyRange {
  readonly prefix: Key;
  readonly start?: Key;
  readonly end?: Key;
}
