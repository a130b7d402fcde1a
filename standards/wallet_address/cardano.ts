import { parseBase58 } from "./base58.ts";
import { bytesOfWords, parseBech32 } from "./bech32.ts";
import { crc32, joinBytes, sameBytes } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";

/** The human-readable part, by network id and kind of address (CIP-5). */
const prefixes = {
  payment: ["addr_test", "addr"],
  stake: ["stake_test", "stake"],
} as const;

/**
 * Recognises addresses of Cardano: `addr1` and `stake1` in lower-case Bech32 of more than 90
 * characters, and Byron's in Base58 (`Ae2`, `Ddz`), which contain their own CRC-32. Compared byte
 * for byte.
 *
 * @see CIP-19, CIP-5
 */
export function recognizeCardano(written: string): RecognizedAddress | null {
  if (isShelley(written)) return { family: "cardano", address: written.toLowerCase() };
  return isByron(written) ? { family: "cardano", address: written } : null;
}

/** The header's high four bits state the kind, the low four the network; the length follows the kind. */
function isShelley(written: string): boolean {
  const text = parseBech32(written, "bech32");
  const bytes = text === null ? null : bytesOfWords(text.words);
  const header = bytes?.[0];
  if (text === null || !bytes || header === undefined) return false;
  const kind = header >> 4;
  const network = header & 0x0f;
  if (kind <= 3) return text.prefix === prefixes.payment[network] && bytes.length === 57;
  // A pointer is three numbers of one byte or more each.
  if (kind <= 5) return text.prefix === prefixes.payment[network] && bytes.length >= 32;
  if (kind <= 7) return text.prefix === prefixes.payment[network] && bytes.length === 29;
  return kind >= 14 && text.prefix === prefixes.stake[network] && bytes.length === 29;
}

/** CBOR `[24(payload), CRC-32 of the payload]` (CIP-19, "Byron addresses"). */
function isByron(written: string): boolean {
  const bytes = parseBase58(written);
  if (bytes === null || !sameBytes(bytes.subarray(0, 4), byronHead)) return false;
  const end = 5 + (bytes[4] ?? 0);
  const payload = bytes.subarray(5, end);
  return payload.length > 0 && sameBytes(bytes.subarray(end), cborUnsigned(crc32(payload)));
}

/** An array of two, tag 24, and a byte string whose length is the next byte. */
const byronHead = Uint8Array.of(0x82, 0xd8, 0x18, 0x58);

/** The shortest CBOR of an unsigned 32-bit number (RFC 8949 §4.2.1). */
function cborUnsigned(value: number): Uint8Array {
  const bytes = [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
  if (value > 0xffff) return Uint8Array.of(0x1a, ...bytes);
  if (value > 0xff) return Uint8Array.of(0x19, ...bytes.slice(2));
  return joinBytes(value > 23 ? Uint8Array.of(0x18) : new Uint8Array(), Uint8Array.of(value));
}
