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

/** Whether a byte is part of a token. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === 0;
}

/** Moves past whitespace, where no comment may stand. */
export function skipBlanks(cursor: PdfCursor): void {
  while (isSpace(cursor.bytes[cursor.at])) cursor.at++;
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
