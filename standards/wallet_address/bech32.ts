import { bech32, bech32m } from "@scure/base";

/** Which of the two checksums: the one of BIP-173, or the one of BIP-350. */
export type Bech32Kind = "bech32" | "bech32m";

const codecs = { bech32, bech32m } as const;

/** What stands after the separator: data and the checksum of six characters. */
const checkedPart = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,}$/i;

/** Bech32 text taken apart. */
export interface Bech32Text {
  /** The human-readable part, lower-case. */
  readonly prefix: string;
  /** The groups of five bits after it, without the checksum. */
  readonly words: readonly number[];
}

/**
 * Bech32 text with a valid checksum of the given kind, or null. Text in both cases is none (BIP-173).
 * BIP-173's limit of 90 characters is left to the families: Cardano and Zcash are over it by design.
 */
export function parseBech32(text: string, kind: Bech32Kind): Bech32Text | null {
  // The library throws and catches where a text is none, which costs more than a whole address.
  if (!checkedPart.test(text.slice(text.lastIndexOf("1") + 1))) return null;
  return codecs[kind].decodeUnsafe(text, false) ?? null;
}

/** The bytes of groups of five bits, or null when the padding is over four bits or not zero (BIP-173). */
export function bytesOfWords(words: readonly number[]): Uint8Array | null {
  return bech32.fromWordsUnsafe([...words]) ?? null;
}

/** Bytes in groups of five bits, the last one filled with zeros (BIP-173). */
export function wordsOfBytes(bytes: Uint8Array): readonly number[] {
  return bech32.toWords(bytes);
}

/** Bech32 text, always lower-case. */
export function formatBech32({ prefix, words }: Bech32Text, kind: Bech32Kind): string {
  return codecs[kind].encode(prefix, [...words], false);
}
