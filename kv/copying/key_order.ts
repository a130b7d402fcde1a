import type { Key } from "../store/key.ts";

/**
 * The order in which every backend lists keys: part by part, texts by their UTF-8 before numbers by
 * their size, a key before its extensions.
 *
 * @returns below 0 when `a` comes first, above 0 when `b` does, 0 for equal keys
 */
export function compareKeys(a: Key, b: Key): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const order = compareParts(a[at]!, b[at]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareParts(a: string | number, b: string | number): number {
  if (a === b) return 0;
  if (typeof a === "number") return typeof b === "number" ? a - b : 1;
  return typeof b === "number" ? -1 : compareBytes(utf8.encode(a), utf8.encode(b));
}

const utf8 = new TextEncoder();

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    if (a[at] !== b[at]) return a[at]! - b[at]!;
  }
  return a.length - b.length;
}
