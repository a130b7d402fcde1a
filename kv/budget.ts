import type { RawCommit } from "./backend.ts";
import type { Key } from "./key.ts";

/** Checks of a commit: what KV Connect takes; the embedded store would take 100. */
export const checksMax = 10;
/** Puts, removes and additions of a commit. */
export const mutationsMax = 1_000;
/** Bytes of a commit, keys included: 800 KiB. */
export const commitBytesMax = 819_200;
/** Bytes of all keys of a commit, those of checks included: 80 KiB, which the embedded store takes. */
export const commitKeyBytesMax = 81_920;
/** Bytes of one value. */
export const valueBytesMax = 65_536;
/** Bytes of a key. */
export const keyBytesMax = 2_048;
/** Bytes that an addition to a counter sends. */
const counterBytes = 8;
/** Keys that are read at once. */
export const keysReadMax = 10;

/**
 * Holds every commit to what the narrowest backend takes, so that what runs on the embedded store
 * runs on all of them.
 *
 * @throws Error that names what went over, by kind of thing, never by key or content
 */
export function assertWithinBudget({ checks, puts, removes, adds }: RawCommit): void {
  assertAtMost(checksMax, checks.length, "checks in one commit");
  assertAtMost(mutationsMax, puts.length + removes.length + adds.length, "mutations in one commit");
  const written = new Set<string>();
  let bytes = 0;
  for (const { key } of checks) bytes += keyBytesOf(key);
  for (const key of [...removes, ...[...puts, ...adds].map(({ key }) => key)]) {
    const size = keyBytesOf(key);
    assertAtMost(keyBytesMax, size, `bytes in a key of "${key[0]}"`);
    bytes += size;
    const name = JSON.stringify(key);
    if (written.has(name)) throw new Error(`A commit writes one key of "${key[0]}" twice`);
    written.add(name);
  }
  assertAtMost(commitKeyBytesMax, bytes, "bytes of keys in one commit");
  for (const { key, bytes: { length } } of puts) {
    assertAtMost(valueBytesMax, length, `bytes in a value of "${key[0]}"`);
    bytes += length;
  }
  bytes += adds.length * counterBytes;
  const kinds = [...new Set(puts.map(({ key }) => key[0]))].join(", ");
  assertAtMost(commitBytesMax, bytes, `bytes in one commit (${kinds})`);
}

function assertAtMost(most: number, count: number, what: string): void {
  if (count > most) throw new Error(`${count} ${what}: the budget is ${most}`);
}

/** Bytes of a key as backends encode it: a mark before each part, an end after each text. */
export function keyBytesOf(key: Key): number {
  let bytes = 0;
  for (const part of key) {
    bytes += typeof part === "number" ? 9 : 2 + new TextEncoder().encode(part).length;
  }
  return bytes;
}
