import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Random } from "../../base/random.ts";

/**
 * Ids of data keys that act as a mark: a ring that starts with such a key was made by a version
 * that seals the audit log. The id looks like any other. Such an id cannot be made without the
 * key's secret, nor removed without changing the values that name the key.
 */

/** Bytes of an id that are random, and that are the mark. */
const halfBytes = 4;

/** The key that an id is made for. */
interface NewKeyId {
  readonly purpose: string;
  readonly random: Random;
}

/** Makes an id that {@link isMarkedKeyId} recognises. */
export function markedKeyId(secret: Uint8Array, { purpose, random }: NewKeyId): string {
  const half = random.bytes(halfBytes).toHex();
  return `${half}${markOf(secret, { purpose, half })}`;
}

/** Whether an id is the mark of this key. */
export function isMarkedKeyId(
  secret: Uint8Array,
  { purpose, id }: { readonly purpose: string; readonly id: string },
): boolean {
  const half = id.slice(0, 2 * halfBytes);
  return id === `${half}${markOf(secret, { purpose, half })}`;
}

function markOf(
  secret: Uint8Array,
  { purpose, half }: { readonly purpose: string; readonly half: string },
): string {
  const text = `aval/data-key-mark/v1\n${JSON.stringify([purpose, half])}`;
  return hmac(sha256, secret, new TextEncoder().encode(text)).slice(0, halfBytes).toHex();
}
