/**
 * Packs keys of addresses with six bits a character: letters and digits, which suffice for nearly
 * every key. Any other key is a byte of ones and its UTF-8. The packed form is unique for each
 * text.
 */

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Six bits that encode no character: they fill the last byte, and mark a key that is not packed.
 */
const end = 63;
const rawMark = 0xff;

/** Values by character code; 64 and more are outside the alphabet. */
const values = new Uint8Array(128).fill(64);
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Packs a key. @returns the number of used bytes of `into`; null when there are too few */
export function packKey(key: string, into: Uint8Array): number | null {
  let [length, bits, held] = [0, 0, 0];
  if (key.length > into.length) return null;
  for (let at = 0; at < key.length; at++) {
    const value = values[key.charCodeAt(at)] ?? 64;
    if (value > 63) return packRaw(key, into);
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      into[length++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  if (bits > 0) into[length++] = (held << (8 - bits)) | (0xff >> bits);
  return length;
}

function packRaw(key: string, into: Uint8Array): number | null {
  into[0] = rawMark;
  const { read, written } = encoder.encodeInto(key, into.subarray(1));
  return read === key.length ? 1 + written : null;
}

/** The key that was packed. */
export function unpackKey(packed: Uint8Array): string {
  if (packed[0] === rawMark) return decoder.decode(packed.subarray(1));
  let [key, bits, held] = ["", 0, 0];
  for (const byte of packed) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      const value = held >> bits;
      if (value === end) return key;
      key += alphabet[value] ?? "";
      held &= (1 << bits) - 1;
    }
  }
  return key;
}
