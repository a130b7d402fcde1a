import { DamagedValueError } from "./damaged_value.ts";
import type { Key } from "./key.ts";

/** Bytes of a counter: an unsigned 64-bit number, big-endian. No versioned JSON is that short. */
const counterBytes = 8;

/** A counter as backends return it. */
export function encodeCounter(count: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(counterBytes);
  new DataView(bytes.buffer).setBigUint64(0, count);
  return bytes;
}

/**
 * The count of bytes that {@link encodeCounter} made.
 *
 * @throws DamagedValueError when they are a value, not a counter
 */
export function decodeCounter(
  { key, bytes }: { readonly key: Key; readonly bytes: Uint8Array<ArrayBuffer> },
): number {
  if (bytes.length !== counterBytes) throw new DamagedValueError(key, "it is not a counter");
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
}

/** Whether what stands at a key is a counter. The last piece of a long value may be as short. */
export function isCounter(
  { key, bytes }: { readonly key: Key; readonly bytes: Uint8Array },
): boolean {
  return bytes.length === counterBytes && key[0] !== "chunk";
}

/** The whole count of bytes that {@link encodeCounter} made: all 64 bits. */
export function readCounter(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, counterBytes).getBigUint64(0);
}
