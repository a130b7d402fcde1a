import { tooMuch } from "./pdf_value.ts";

/** How much of one document may still be read. */
export interface PdfBudget {
  /** Bytes of streams that may still be inflated. */
  inflationLeft: number;
  /**
   * Bytes that may still be read. Objects may stand in each other's strings and comments, and many may
   * refer to one: without it a file would be read as often as it has objects.
   */
  readingLeft: number;
}

/**
 * How often each byte may be read. An object is read when it is looked for and when it is used: files of
 * all kinds come to less than two.
 */
const readingsMax = 8;

/** The budget of a document. */
export function openBudget(bytes: Uint8Array, inflatedBytesMax: number): PdfBudget {
  const budget = { inflationLeft: inflatedBytesMax, readingLeft: 0 };
  allowReading(budget, bytes);
  return budget;
}

/** Adds bytes that were inflated to what may be read. */
export function allowReading(budget: PdfBudget, { length }: Uint8Array): void {
  budget.readingLeft += readingsMax * length;
}

/** Takes bytes that were read from the budget. @throws PdfError */
export function payForReading({ budget }: PdfCursor, bytes: number): void {
  budget.readingLeft -= bytes;
  if (budget.readingLeft < 0) tooMuch("its objects stand in each other");
}

/** A place in the bytes of a PDF, moved by those who read. */
export interface PdfCursor {
  readonly bytes: Uint8Array;
  readonly budget: PdfBudget;
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

/** Whether a byte is part of a token. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 0;
}

/** Moves past whitespace, where no comment may stand. */
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
