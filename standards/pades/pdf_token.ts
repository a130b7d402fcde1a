import { tooMuch } from "./pdf_value.ts";

/** The remaining budget for reading one document. */
export interface PdfBudget {
  /** Remaining bytes that streams may inflate to. */
  inflationLeft: number;
  /**
   * Remaining bytes that may be read. Objects may be inside other objects' strings and comments,
   * and many references may lead to one object: without this limit a file would be read as often as
   * it has objects.
   */
  readingLeft: number;
}

/**
 * Maximum times that each byte may be read. An object is read when it is looked for and when it is
 * used; files of all kinds need less than two on average.
 */
const readingsMax = 8;

/** Opens the budget of a document. */
export function openBudget(bytes: Uint8Array, inflatedBytesMax: number): PdfBudget {
  const budget = { inflationLeft: inflatedBytesMax, readingLeft: 0 };
  allowReading(budget, bytes);
  return budget;
}

/** Adds inflated bytes to the bytes that may be read. */
export function allowReading(budget: PdfBudget, { length }: Uint8Array): void {
  budget.readingLeft += readingsMax * length;
}

/** Deducts the bytes read from the budget. @throws PdfError */
export function payForReading({ budget }: PdfCursor, bytes: number): void {
  budget.readingLeft -= bytes;
  if (budget.readingLeft < 0) tooMuch("its objects overlap");
}

/** A position in the bytes of a PDF, which readers move. */
export interface PdfCursor {
  readonly bytes: Uint8Array;
  readonly budget: PdfBudget;
  at: number;
  /** Values read since the start of the current object. */
  values?: number;
}

/** Characters that end a token: whitespace is 1, a delimiter is 2 (ISO 32000-2 §7.2.3). */
const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = 1;
for (const character of "()<>[]{}/%") kinds[character.charCodeAt(0)] = 2;

/** Whether a byte is whitespace (ISO 32000-2 §7.2.3). */
export function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 1;
}

/** Whether a byte is part of a token. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 0;
}

/** Moves past whitespace, in a place where comments are not permitted. */
export function skipBlanks(cursor: PdfCursor): void {
  const from = cursor.at;
  while (isSpace(cursor.bytes[cursor.at])) cursor.at++;
  payForReading(cursor, cursor.at - from);
}

/** Moves past whitespace and comments. */
export function skipSpace(cursor: PdfCursor): void {
  const { bytes, at: from } = cursor;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === 0x25) { while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++; }
    else if (isSpace(byte)) at++;
    else break;
  }
  cursor.at = at;
  payForReading(cursor, at - from);
}

/** Whether the bytes at the cursor are a whole keyword; moves past it if so. */
export function takeKeyword(cursor: PdfCursor, word: string): boolean {
  const { bytes, at } = cursor;
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) return false;
  }
  if (isRegular(bytes[at + word.length])) return false;
  cursor.at = at + word.length;
  return true;
}

/** Reads an unsigned integer; null, without moving the cursor, when there is none. */
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

/** Reads an object header such as `12 0 obj`; null when there is none. */
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
