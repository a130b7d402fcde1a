import type { RawCommit } from "./backend.ts";
import type { Key } from "./key.ts";

/** Maximum checks of a commit, the limit of KV Connect; the embedded store would accept 100. */
export const checksMax = 10;
/** Maximum puts, removes and additions of a commit. */
export const mutationsMax = 1_000;
/**
 * Maximum bytes of a commit, as counted by {@link measureCommit}: 800 KiB, the limit of Deno KV and
 * of KV Connect.
 */
export const commitBytesMax = 819_200;
/**
 * Maximum bytes of all keys of a commit: 80 KiB. Deno KV counts only the keys of puts and
 * additions, KV Connect none; here the keys of checks and removals count too.
 */
export const commitKeyBytesMax = 81_920;
/** Maximum bytes of one value. */
export const valueBytesMax = 65_536;
/** Maximum bytes of a key. */
export const keyBytesMax = 2_048;
/** Bytes that an addition to a counter sends. */
const counterBytes = 8;
/** Maximum keys that are read at once. */
export const keysReadMax = 10;

/** The size of a commit, which backends limit. */
export interface CommitSize {
  /** Number of puts, removals and additions. */
  readonly mutations: number;
  /** Bytes of all its keys. */
  readonly keyBytes: number;
  /** Bytes of keys and values. */
  readonly bytes: number;
}

/**
 * Measures a commit as Deno KV does, which is never less than KV Connect's count: the key of each
 * check and mutation once, and that of each put and addition once more with its value
 * (`ext/kv/lib.rs`, `atomic_write`; `denokv_proto/convert.rs` counts each key once).
 */
export function measureCommit({ checks, puts, removes, adds }: RawCommit): CommitSize {
  let [keys, bytes] = [0, 0];
  for (const { key } of checks) keys += keyBytes(key);
  for (const key of removes) keys += keyBytes(key);
  for (const { key, bytes: { length } } of puts) {
    const size = keyBytes(key);
    keys += size;
    bytes += size + length;
  }
  for (const { key } of adds) {
    const size = keyBytes(key);
    keys += size;
    bytes += size + counterBytes;
  }
  return {
    mutations: puts.length + removes.length + adds.length,
    keyBytes: keys,
    bytes: keys + bytes,
  };
}

/**
 * Checks every commit against the strictest backend, so that a commit on the embedded store is
 * valid on all of them.
 *
 * @throws Error that names the exceeded limit and the kind of record, never a key or content
 */
export function assertWithinBudget(commit: RawCommit): void {
  const { checks, puts, removes, adds } = commit;
  const { mutations, keyBytes: bytesOfKeys, bytes } = measureCommit(commit);
  assertAtMost(checksMax, checks.length, "checks in one commit");
  assertAtMost(mutationsMax, mutations, "mutations in one commit");
  const written: Key[] = [...removes];
  for (const { key } of puts) written.push(key);
  for (const { key } of adds) written.push(key);
  for (const key of [...checks.map(({ key }) => key), ...written]) {
    assertAtMost(keyBytesMax, keyBytes(key), `bytes in a key of "${key[0]}"`);
  }
  const twice = findRepeated(written);
  if (twice !== null) throw new Error(`A commit writes one key of "${twice[0]}" twice`);
  assertAtMost(commitKeyBytesMax, bytesOfKeys, "bytes of keys in one commit");
  for (const { key, bytes: { length } } of puts) {
    assertAtMost(valueBytesMax, length, `bytes in a value of "${key[0]}"`);
  }
  if (bytes > commitBytesMax) {
    const kinds = [...new Set(puts.map(({ key }) => key[0]))].join(", ");
    over(commitBytesMax, bytes, `bytes in one commit (${kinds})`);
  }
}

function assertAtMost(most: number, count: number, what: string): void {
  if (count > most) over(most, count, what);
}

function over(most: number, count: number, what: string): never {
  throw new Error(`${count} ${what}: the budget is ${most}`);
}

/** Maximum number of keys for which comparing each with each is faster than naming each. */
const comparedMax = 8;

/** A key that occurs twice in the list; null if there is none. */
function findRepeated(keys: readonly Key[]): Key | null {
  if (keys.length <= comparedMax) {
    return keys.find((key, at) => keys.some((other, before) => before < at && same(key, other))) ??
      null;
  }
  const names = new Set<string>();
  for (const key of keys) {
    const name = JSON.stringify(key);
    if (names.has(name)) return key;
    names.add(name);
  }
  return null;
}

/** Whether two keys are equal. */
function same(one: Key, other: Key): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

/**
 * Bytes of a key in the encoding of backends (`kv/backends/key_bytes.ts`): a mark before each part,
 * an end after each text, and two bytes for each zero of a text.
 */
export function keyBytes(key: Key): number {
  let bytes = 0;
  for (const part of key) bytes += typeof part === "number" ? 9 : 2 + utf8Bytes(part);
  return bytes;
}

/** Bytes of a text in UTF-8 with escaped zeros; a lone surrogate takes three. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x800) {
      // Both halves of a pair: four bytes of two units.
      if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) at++;
      bytes += 2;
    } else if (unit >= 0x80 || unit === 0) bytes++;
  }
  return bytes;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
