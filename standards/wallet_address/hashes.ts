import { blake2b } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** SHA-256 applied twice, the checksum hash of Bitcoin and its descendants (Base58Check). */
export function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** Keccak-256 as Ethereum and Monero use it: the original padding, not that of FIPS 202. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}

/** BLAKE2b of a given length in bytes, with an optional personalization of 16 bytes (RFC 7693). */
export function blake2bOf(
  bytes: Uint8Array,
  length: number,
  personalization?: Uint8Array,
): Uint8Array {
  return blake2b(bytes, { dkLen: length, ...(personalization && { personalization }) });
}

/** Whether two byte strings are equal. Not in constant time: nothing compared here is secret. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Concatenates byte strings. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** CRC-32 of ISO 3309, bit by bit: the texts are short, and only Byron addresses of Cardano need it. */
export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    }
  }
  return ~remainder >>> 0;
}
