import { parseHexString, parseLiteralString } from "./pdf_string.ts";
import {
  isRegular,
  payForReading,
  type PdfCursor,
  skipSpace,
  takeInteger,
  takeKeyword,
} from "./pdf_token.ts";
import {
  broken,
  fromLatin1,
  type PdfDictionary,
  pdfInteger,
  pdfNull,
  type PdfValue,
  tooMuch,
} from "./pdf_value.ts";

/** Maximum nesting of arrays and dictionaries: far more than any writer produces. */
const depthMax = 64;

/** Maximum values in one object: a page tree of one level has one value for each page. */
const valuesMax = 200_000;

/** Maximum bytes of a written name; readers accept 127 characters (ISO 32000-1 annex C). */
const nameBytesMax = 1_024;

/** Maximum bytes of a written number. */
const numberBytesMax = 64;

/** Reads the object at the cursor (ISO 32000-2 §7.3). @throws PdfError */
export function parseValue(cursor: PdfCursor, depth = 0): PdfValue {
  if (depth > depthMax) broken("objects are nested too deep");
  cursor.values = (cursor.values ?? 0) + 1;
  if (cursor.values > valuesMax) tooMuch("an object has too many values");
  payForReading(cursor, 1);
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
    if (entries.has(name)) broken("a name is repeated in a dictionary");
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
  takeRegular(cursor, nameBytesMax);
  const written = fromLatin1(cursor.bytes.subarray(start, cursor.at));
  if (!written.includes("#")) return written;
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
  takeRegular(cursor, numberBytesMax);
  const written = fromLatin1(bytes.subarray(at, cursor.at));
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(written)) broken("expected an object");
  return { kind: "number", value: Number(written), written };
}

/** Moves to the end of a token, reading at most the bytes that its kind may have. */
function takeRegular(cursor: PdfCursor, bytesMax: number): void {
  const from = cursor.at;
  while (isRegular(cursor.bytes[cursor.at])) {
    if (cursor.at++ - from === bytesMax) broken("a name or a number is too long");
  }
  payForReading(cursor, cursor.at - from);
}
