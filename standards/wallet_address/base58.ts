import { base58, base58xmr, base58xrp } from "@scure/base";
import { doubleSha256, joinBytes, sameBytes } from "./hashes.ts";

const checksumBytes = 4;

/**
 * The variant of Base58: Bitcoin's order of the 58 characters, Ripple's order, or Monero's blocks
 * of eleven.
 */
export type Base58Kind = "bitcoin" | "ripple" | "monero";

const codecs = { bitcoin: base58, ripple: base58xrp, monero: base58xmr } as const;

/**
 * Maximum characters of an address. Decoding Base58 takes quadratic time, so longer text is not
 * decoded.
 */
const charactersMax = 200;

/** Decodes Base58 text to bytes; null for other text. */
export function parseBase58(text: string, kind: Base58Kind = "bitcoin"): Uint8Array | null {
  if (text.length > charactersMax || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return null;
  try {
    return codecs[kind].decode(text);
  } catch {
    // Only Monero's: a block that holds more than its eight bytes.
    return null;
  }
}

/** The Base58 text of some bytes. */
export function formatBase58(bytes: Uint8Array, kind: Base58Kind = "bitcoin"): string {
  return codecs[kind].encode(bytes);
}

/**
 * Decodes the payload of Base58Check text, version bytes included; null when the checksum, the
 * first four bytes of the double SHA-256, is wrong.
 *
 * @see https://en.bitcoin.it/wiki/Base58Check_encoding
 */
export function parseBase58Check(text: string, kind: Base58Kind = "bitcoin"): Uint8Array | null {
  const bytes = parseBase58(text, kind);
  if (bytes === null || bytes.length <= checksumBytes) return null;
  const payload = bytes.subarray(0, -checksumBytes);
  const checksum = doubleSha256(payload).subarray(0, checksumBytes);
  return sameBytes(checksum, bytes.subarray(-checksumBytes)) ? payload : null;
}

/** Encodes a payload that starts with its version bytes as Base58Check. */
export function formatBase58Check(payload: Uint8Array, kind: Base58Kind = "bitcoin"): string {
  const checksum = doubleSha256(payload).subarray(0, checksumBytes);
  return formatBase58(joinBytes(payload, checksum), kind);
}
