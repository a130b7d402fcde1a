import {
  broken,
  fromLatin1,
  type PdfDictionary,
  pdfInteger,
  pdfNull,
  type PdfValue,
  tooMuch,
} from "./pdf_value.ts";

/** How deep arrays and dictionaries may stand in each other: far more than any writer makes. */
const depthMax = 64;

/** How many values may stand in one object: a page tree of one level has as many as pages. */
const valuesMax = 200_000;

/** A place in the bytes of a PDF, moved by those who read. */
export interface PdfCursor {
  readonly bytes: Uint8Array;
  at: number;
  /** Values that were read from here on. */
  values?: number;
}

/** What ends a token: whitespace is 1, a delimiter is 2 (ISO 32000-2 §7.2.3). */
const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = 1;
for (const character of "()<>[]{}/%") kinds[character.charCodeAt(0)] = 2;

/** Whether a byte is whitespace (ISO 32000-2 §7.2.3). */
export function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 1;
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 0;
}

/** Moves past whitespace and comments. */
export function skipSpace(cursor: PdfCursor): void {
  const { bytes } = cursor;
  while (cursor.at < bytes.length) {
    const byte = bytes[cursor.at];
    if (byte === 0x25) {
      while (cursor.at < bytes.length && bytes[cursor.at] !== 10 && bytes[cursor.at] !== 13) {
        cursor.at++;
      }
    } else if (isSpace(byte)) {
      cursor.at++;
    } else {
      return;
    }
  }
}

/** Whether the bytes at the cursor spell a keyword that ends there; moves past it when they do. */
export function takeKeyword(cursor: PdfCursor, word: string): boolean {
  const { bytes, at } = cursor;
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) return false;
  }
  if (isRegular(bytes[at + word.length])) return false;
  cursor.at = at + word.length;
  return true;
}

/** An integer without a sign; null, and the cursor stays, where none stands. */
export function takeInteger(cursor: PdfCursor): number | null {
  const { bytes, at } = cursor;
  let value = 0;
  let end = at;
  for (; end - at <= 10; end++) {
    const digit = (bytes[end] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (end === at || isRegular(bytes[end])) return null;
  cursor.at = end;
  return value;
}

/** `12 0 obj`; null where it does not stand. */
export function takeObjectHeader(
  cursor: PdfCursor,
): { readonly number: number; readonly generation: number } | null {
  const number = takeInteger(cursor);
  skipSpace(cursor);
  const generation = takeInteger(cursor);
  skipSpace(cursor);
  if (number === null || generation === null || !takeKeyword(cursor, "obj")) return null;
  return { number, generation };
}

/** Reads the object at the cursor (ISO 32000-2 §7.3). @throws PdfError */
export function parseValue(cursor: PdfCursor, depth = 0): PdfValue {
  if (depth > depthMax) broken("objects stand too deep in each other");
  cursor.values = (cursor.values ?? 0) + 1;
  if (cursor.values > valuesMax) tooMuch("an object has too many values");
  skipSpace(cursor);
  const { bytes, at } = cursor;
  const byte = bytes[at];
  if (byte === 0x2f) return { kind: "name", name: parseName(cursor) };
  if (byte === 0x28) return parseLiteralString(cursor);
  if (byte === 0x5b) return parseArray(cursor, depth);
  if (byte === 0x3c) {
    return bytes[at + 1] === 0x3c ? parseDictionary(cursor, depth) : parseHexString(cursor);
  }
  if (takeKeyword(cursor, "null")) return pdfNull;
  if (takeKeyword(cursor, "true")) return { kind: "boolean", value: true };
  if (takeKeyword(cursor, "false")) return { kind: "boolean", value: false };
  return parseNumberOrReference(cursor);
}

/** Reads the dictionary at the cursor. @throws PdfError */
export function parseDictionary(cursor: PdfCursor, depth = 0): PdfDictionary {
  skipSpace(cursor);
  const { bytes } = cursor;
  if (bytes[cursor.at] !== 0x3c || bytes[cursor.at + 1] !== 0x3c) broken("expected a dictionary");
  cursor.at += 2;
  const entries = new Map<string, PdfValue>();
  while (true) {
    skipSpace(cursor);
    if (bytes[cursor.at] === 0x3e && bytes[cursor.at + 1] === 0x3e) {
      cursor.at += 2;
      return { kind: "dictionary", entries };
    }
    if (bytes[cursor.at] !== 0x2f) broken("expected a name in a dictionary");
    const name = parseName(cursor);
    if (entries.has(name)) broken("a name stands twice in a dictionary");
    entries.set(name, parseValue(cursor, depth + 1));
  }
}

function parseArray(cursor: PdfCursor, depth: number): PdfValue {
  cursor.at++;
  const items: PdfValue[] = [];
  while (true) {
    skipSpace(cursor);
    if (cursor.bytes[cursor.at] === 0x5d) {
      cursor.at++;
      return { kind: "array", items };
    }
    items.push(parseValue(cursor, depth + 1));
  }
}

function parseName(cursor: PdfCursor): string {
  const start = ++cursor.at;
  while (isRegular(cursor.bytes[cursor.at])) cursor.at++;
  const written = fromLatin1(cursor.bytes.subarray(start, cursor.at));
  return written.replace(
    /#([0-9a-fA-F]{2})/g,
    (_, digits) => String.fromCharCode(parseInt(digits, 16)),
  );
}

function parseNumberOrReference(cursor: PdfCursor): PdfValue {
  const { bytes, at } = cursor;
  const number = takeInteger(cursor);
  if (number !== null) {
    const end = cursor.at;
    skipSpace(cursor);
    const generation = takeInteger(cursor);
    skipSpace(cursor);
    if (generation !== null && takeKeyword(cursor, "R")) {
      return { kind: "reference", number, generation };
    }
    cursor.at = end;
    return pdfInteger(number);
  }
  while (isRegular(bytes[cursor.at])) cursor.at++;
  const written = fromLatin1(bytes.subarray(at, cursor.at));
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(written)) broken("expected an object");
  return { kind: "number", value: Number(written), written };
}

/** What follows a backslash and is no digit. */
const escapes: Readonly<Record<number, number>> = {
  0x6e: 10,
  0x72: 13,
  0x74: 9,
  0x62: 8,
  0x66: 12,
};

function parseLiteralString(cursor: PdfCursor): PdfValue {
  const { bytes, at } = cursor;
  const end = endOfLiteralString(bytes, at);
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

/** Where the bracket stands that closes a string. */
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

/** What follows a backslash: the byte that it stands for, null for none, and where it ends, inclusive. */
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

function parseHexString(cursor: PdfCursor): PdfValue {
  const { bytes, at } = cursor;
  const end = bytes.indexOf(0x3e, at);
  if (end < 0) broken("a string does not end");
  const digits = fromLatin1(bytes.subarray(at + 1, end)).replace(/[\0\t\n\f\r ]/g, "");
  if (/[^0-9a-fA-F]/.test(digits)) broken("expected hexadecimal digits");
  const decoded = new Uint8Array(Math.ceil(digits.length / 2));
  for (let index = 0; index < decoded.length; index++) {
    decoded[index] = parseInt(digits.slice(index * 2, index * 2 + 2).padEnd(2, "0"), 16);
  }
  cursor.at = end + 1;
  return { kind: "string", bytes: decoded, written: bytes.subarray(at, end + 1) };
}
