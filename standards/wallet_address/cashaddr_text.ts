import { bytesOfWords, wordsOfBytes } from "./bech32.ts";
import { joinBytes } from "./hashes.ts";

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const checksumWords = 8;

/** Bytes of the hash by the low three bits of the version byte. */
const hashSizes = [20, 24, 28, 32, 40, 48, 56, 64] as const;

/** The generators of the BCH code over 40 bits, each split into its high and low 20 bits. */
const generators = [
  [0x98f2b, 0xc8e61],
  [0x79b76, 0xd99e2],
  [0xf33e5, 0xfb3c4],
  [0xae2ea, 0xbe2a8],
  [0x1e4f4, 0x3e470],
] as const;

/** The content of CashAddr text. */
export interface CashaddrText {
  /** The prefix of the network: `bitcoincash`, or that of a test network. */
  readonly prefix: string;
  /** The type of the hash, 0 to 15: of a key, of a script, or of a kind that is not defined yet. */
  readonly type: number;
  /** The hash: 20, 24, 28, 32, 40, 48, 56 or 64 bytes. */
  readonly hash: Uint8Array;
}

/**
 * Decodes CashAddr text with a valid checksum and version byte; null for other text. The default
 * prefix is `bitcoincash`; the payload has a single case.
 *
 * @see CashAddr specification (bitcoincash-Cash-Address, 2017), "Decoding"
 */
export function parseCashaddr(text: string): CashaddrText | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const lower = text.toLowerCase();
  const colon = lower.indexOf(":");
  const prefix = colon < 0 ? "bitcoincash" : lower.slice(0, colon);
  const words = Array.from(lower.slice(colon + 1), (letter) => alphabet.indexOf(letter));
  if (prefix === "" || words.length <= checksumWords || words.includes(-1)) return null;
  const [high, low] = polymod([...prefixWords(prefix), ...words]);
  if (high !== 0 || low !== 0) return null;
  const bytes = bytesOfWords(words.slice(0, -checksumWords));
  const version = bytes?.[0];
  if (!bytes || version === undefined || version > 0x7f) return null;
  const hash = bytes.subarray(1);
  return hash.length === hashSizes[version & 7] ? { prefix, type: version >> 3, hash } : null;
}

/**
 * Encodes CashAddr text, lower-case and without its prefix, which the checksum covers nevertheless.
 *
 * @see CashAddr specification, "Checksum"
 */
export function formatCashaddr({ prefix, type, hash }: CashaddrText): string {
  const version = (type << 3) | hashSizes.findIndex((size) => size === hash.length);
  const words = wordsOfBytes(joinBytes(Uint8Array.of(version), hash));
  const zeros = new Array<number>(checksumWords).fill(0);
  const [high, low] = polymod([...prefixWords(prefix), ...words, ...zeros]);
  const checksum = [15, 10, 5, 0].map((shift) => (high >> shift) & 31)
    .concat([15, 10, 5, 0].map((shift) => (low >> shift) & 31));
  return [...words, ...checksum].map((word) => alphabet[word]).join("");
}

/**
 * Returns the low five bits of each letter and a zero, the form in which the checksum covers the
 * prefix.
 */
function prefixWords(prefix: string): readonly number[] {
  return [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0];
}

/**
 * Computes the remainder of the 40-bit BCH code, in halves of 20 bits, since bit operations have 32
 * bits.
 */
function polymod(words: readonly number[]): readonly [high: number, low: number] {
  let [high, low] = [0, 1];
  for (const word of words) {
    const top = high >> 15;
    high = ((high & 0x7fff) << 5) | (low >> 15);
    low = ((low & 0x7fff) << 5) ^ word;
    for (const [bit, [generatorHigh, generatorLow]] of generators.entries()) {
      if (((top >> bit) & 1) === 0) continue;
      high ^= generatorHigh;
      low ^= generatorLow;
    }
  }
  return [high, low ^ 1];
}
