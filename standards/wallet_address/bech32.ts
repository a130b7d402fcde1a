import { bech32, bech32m } from "@scure/base";

/** The kind of checksum: BIP-173 or BIP-350. */
export type Bech32Kind = "bech32" | "bech32m";

const codecs = { bech32, bech32m } as const;

/** The part after the separator: data and the checksum of six characters. */
const checkedPart = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,}$/i;

/** The parts of a Bech32 text. */
export interface Bech32Text {
  /** The human-readable part, lower-case. */
  readonly prefix: string;
  /** The groups of five bits after the prefix, without the checksum. */
  readonly words: readonly number[];
}

/**
 * Decodes Bech32 text with a valid checksum of the given kind; null for other text. Text in mixed
 * case is refused (BIP-173). The callers apply BIP-173's limit of 90 characters, since addresses of
 * Cardano and Zcash exceed it by design.
 */
export function parseBech32(text: string, kind: Bech32Kind): Bech32Text | null {
  // The library throws and catches where a text is none, which costs more than a whole address.
  if (!checkedPart.test(text.slice(text.lastIndexOf("1") + 1))) return null;
  return codecs[kind].decodeUnsafe(text, false) ?? null;
}

/**
 * Converts groups of five bits to bytes; null when the padding has more than four bits or is not
 * zero (BIP-173).
 */
export function bytesOfWords(words: readonly number[]): Uint8Array | null {
  return bech32.fromWordsUnsafe([...words]) ?? null;
}

/** Converts bytes to groups of five bits, the last one padded with zeros (BIP-173). */
export function wordsOfBytes(bytes: Uint8Array): readonly number[] {
  return bech32.toWords(bytes);
}

/** Bech32 text, always lower-case. */
export function formatBech32({ prefix, words }: Bech32Text, kind: Bech32Kind): string {
  return codecs[kind].encode(prefix, [...words], false);
}
