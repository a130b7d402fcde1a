import { isSpace, payForReading, type PdfCursor } from "./pdf_token.ts";
import { broken, type PdfValue } from "./pdf_value.ts";

/** Bytes for the characters after a backslash, except digits. */
const escapes: Readonly<Record<number, number>> = {
  0x6e: 10,
  0x72: 13,
  0x74: 9,
  0x62: 8,
  0x66: 12,
};

/** Reads the parenthesised string at the cursor (ISO 32000-2 §7.3.4.2). @throws PdfError */
export function parseLiteralString(cursor: PdfCursor): PdfValue {
  const { bytes, at } = cursor;
  const end = endOfLiteralString(bytes, at);
  payForReading(cursor, end - at);
  const decoded = new Uint8Array(end - at);
  let length = 0;
  for (let index = at + 1; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte !== 0x5c) {
      decoded[length++] = byte;
      continue;
    }
    const escape = readEscape(bytes, index + 1);
    if (escape.byte !== null) decoded[length++] = escape.byte;
    index = escape.last;
  }
  cursor.at = end + 1;
  return {
    kind: "string",
    bytes: decoded.subarray(0, length),
    written: bytes.subarray(at, end + 1),
  };
}

/** Finds the parenthesis that closes a string. */
function endOfLiteralString(bytes: Uint8Array, at: number): number {
  let open = 0;
  for (let index = at; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === 0x5c) index++;
    else if (byte === 0x28) open++;
    else if (byte === 0x29 && --open === 0) return index;
  }
  return broken("a string does not end");
}

/**
 * Reads the characters after a backslash: the byte that they mean (null for none), and where they
 * end, inclusive.
 */
function readEscape(
  bytes: Uint8Array,
  at: number,
): { readonly byte: number | null; readonly last: number } {
  const byte = bytes[at] ?? 0;
  if (byte === 13) return { byte: null, last: bytes[at + 1] === 10 ? at + 1 : at };
  if (byte === 10) return { byte: null, last: at };
  if (byte < 0x30 || byte > 0x37) return { byte: escapes[byte] ?? byte, last: at };
  let value = 0;
  let end = at;
  for (; end < at + 3; end++) {
    const digit = (bytes[end] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  return { byte: value & 0xff, last: end - 1 };
}

/** Reads the hexadecimal string at the cursor (ISO 32000-2 §7.3.4.3). @throws PdfError */
export function parseHexString(cursor: PdfCursor): PdfValue {
  const { bytes, at } = cursor;
  const end = bytes.indexOf(0x3e, at);
  if (end < 0) broken("a string does not end");
  payForReading(cursor, end - at);
  const decoded = new Uint8Array(Math.ceil((end - at - 1) / 2));
  let digits = 0;
  for (let index = at + 1; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (isSpace(byte)) continue;
    const digit = digitOf(byte);
    // A digit that is missing at the end is a 0.
    decoded[digits >> 1]! |= digits % 2 === 0 ? digit << 4 : digit;
    digits++;
  }
  cursor.at = end + 1;
  const length = Math.ceil(digits / 2);
  return {
    kind: "string",
    bytes: decoded.subarray(0, length),
    written: bytes.subarray(at, end + 1),
  };
}

/** A hexadecimal digit. @throws PdfError */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66
    ? letter - 0x61 + 10
    : broken("expected hexadecimal digits");
}
