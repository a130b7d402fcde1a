import { blake2bOf, joinBytes, sameBytes } from "./hashes.ts";

/** One receiver of a unified address. */
export interface UnifiedReceiver {
  /** The kind of address that it is by itself; `other` is Orchard's or a future kind. */
  readonly kind: "keyHash" | "scriptHash" | "sapling" | "other";
  /** The hash or the raw address, without typecode and length. */
  readonly bytes: Uint8Array;
}

/** The receivers by their typecode, each with its length in bytes (ZIP 316, "Encoding of Unified Addresses"). */
const kinds = [
  { kind: "keyHash", bytes: 20 },
  { kind: "scriptHash", bytes: 20 },
  { kind: "sapling", bytes: 43 },
] as const;

/**
 * The human-readable part, padded with zeros, repeated at the end: it proves that unscrambling
 * succeeded.
 */
const paddingBytes = 16;

/** Minimum bytes for F4Jumble (ZIP 316, revision 1). */
const scrambledBytesMin = 38;

const hashBytes = 64;

/**
 * Reads the receivers from the scrambled bytes of a unified address; null when the padding or the
 * framing is wrong, an item is repeated or out of order, or there is none.
 *
 * @param prefix the human-readable part, at most 16 ASCII characters
 * @see ZIP 316, "Encoding of Unified Addresses"
 */
export function parseUnifiedReceivers(
  scrambled: Uint8Array,
  prefix: string,
): readonly UnifiedReceiver[] | null {
  if (scrambled.length < scrambledBytesMin) return null;
  const plain = unscramble(scrambled);
  const padding = new Uint8Array(paddingBytes);
  padding.set(new TextEncoder().encode(prefix));
  if (!sameBytes(plain.subarray(-paddingBytes), padding)) return null;
  return parseItems(plain.subarray(0, -paddingBytes));
}

function parseItems(bytes: Uint8Array): readonly UnifiedReceiver[] | null {
  const receivers: UnifiedReceiver[] = [];
  let [at, before] = [0, -1];
  while (at < bytes.length) {
    const typecode = readCompactSize(bytes, at);
    const length = typecode === null ? null : readCompactSize(bytes, typecode.next);
    if (typecode === null || length === null || typecode.value <= before) return null;
    const item = bytes.subarray(length.next, length.next + length.value);
    if (item.length !== length.value) return null;
    const known = kinds[typecode.value];
    if (known !== undefined && known.bytes !== item.length) return null;
    receivers.push({ kind: known?.kind ?? "other", bytes: item });
    [at, before] = [length.next + length.value, typecode.value];
  }
  return receivers.length > 0 ? receivers : null;
}

/**
 * Reads Bitcoin's CompactSize of up to two bytes, which suffices for every receiver and typecode in
 * use.
 */
function readCompactSize(bytes: Uint8Array, at: number) {
  const [first, low = 0, high = 0] = bytes.subarray(at, at + 3);
  if (first === undefined || first > 0xfd) return null;
  return first < 0xfd ? { value: first, next: at + 1 } : { value: high << 8 | low, next: at + 3 };
}

/**
 * The inverse of F4Jumble: four rounds of a Feistel network over a left part of at most 64 bytes
 * and the rest, so that changing one receiver changes the whole address.
 *
 * @see ZIP 316, "Jumbling"
 */
function unscramble(message: Uint8Array): Uint8Array {
  const leftBytes = Math.min(hashBytes, message.length >> 1);
  const c = message.subarray(0, leftBytes);
  const d = message.subarray(leftBytes);
  const y = xor(c, hashToLeft(1, d, leftBytes));
  const x = xor(d, hashToRight(1, y, d.length));
  const a = xor(y, hashToLeft(0, x, leftBytes));
  const b = xor(x, hashToRight(0, a, d.length));
  return joinBytes(a, b);
}

function hashToLeft(round: number, bytes: Uint8Array, length: number): Uint8Array {
  return blake2bOf(bytes, length, personalization("UA_F4Jumble_H", round, 0));
}

function hashToRight(round: number, bytes: Uint8Array, length: number): Uint8Array {
  const blocks = Array.from(
    { length: Math.ceil(length / hashBytes) },
    (_, block) => blake2bOf(bytes, hashBytes, personalization("UA_F4Jumble_G", round, block)),
  );
  return joinBytes(...blocks).subarray(0, length);
}

/** Thirteen letters, the round, and the block's number in two bytes, little-endian. */
function personalization(name: string, round: number, block: number): Uint8Array {
  return joinBytes(
    new TextEncoder().encode(name),
    Uint8Array.of(round, block & 0xff, block >> 8),
  );
}

function xor(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, index) => byte ^ (other[index] ?? 0));
}
