import { DamagedValueError } from "./damaged_value.ts";
import type { Key } from "./key.ts";

/** Bytes of a counter: an unsigned 64-bit number, big-endian. Every value's JSON is longer. */
const counterBytes = 8;

/** Encodes a counter as backends return it. */
export function encodeCounter(count: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(counterBytes);
  new DataView(bytes.buffer).setBigUint64(0, count);
  return bytes;
}

/**
 * Decodes the count from the bytes of {@link encodeCounter}.
 *
 * @throws DamagedValueError when the bytes are a value
 */
export function decodeCounter(
  { key, bytes }: { readonly key: Key; readonly bytes: Uint8Array<ArrayBuffer> },
): number {
  if (bytes.length !== counterBytes) throw new DamagedValueError(key, "it is not a counter");
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
}

/** Whether the record at a key is a counter. The last piece of a long value may be as short. */
export function isCounter(
  { key, bytes }: { readonly key: Key; readonly bytes: Uint8Array },
): boolean {
  return bytes.length === counterBytes && key[0] !== "chunk";
}

/** Decodes the full 64-bit count from the bytes of {@link encodeCounter}. */
export function readCounter(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, counterBytes).getBigUint64(0);
}
