import { parseDictionary } from "./pdf_parser.ts";
import { decodeStream, takeStream } from "./pdf_stream.ts";
import {
  isSpace,
  type PdfBudget,
  type PdfCursor,
  skipBlanks,
  takeInteger,
  takeKeyword,
  takeObjectHeader,
} from "./pdf_token.ts";
import {
  broken,
  integerOf,
  type PdfEntries,
  PdfError,
  pdfNull,
  type PdfValue,
} from "./pdf_value.ts";

/** The place of an object of the newest revision. */
export type ObjectPlace =
  | { readonly kind: "free" }
  | { readonly kind: "plain"; readonly offset: number; readonly generation: number }
  | { readonly kind: "packed"; readonly stream: number; readonly index: number };

/** One cross-reference section with its trailer. */
export interface Section {
  readonly entries: ReadonlyMap<number, ObjectPlace>;
  readonly trailer: PdfEntries;
  readonly isStream: boolean;
}

/** The highest object number that readers accept (ISO 32000-1 annex C). */
export const numberMax = 8_388_607;

/** The remaining limits for reading sections. */
export interface SectionBounds {
  readonly budget: PdfBudget;
  readonly entriesMax: number;
}

/** Reads the section at an offset, a table or a stream. @throws PdfError */
export function readSection(bytes: Uint8Array, at: number, bounds: SectionBounds): Section {
  const cursor: PdfCursor = { bytes, budget: bounds.budget, at };
  if (!takeKeyword(cursor, "xref")) return readStreamSection(cursor, bounds);
  const entries = readTable(cursor, bounds.entriesMax);
  const trailer = parseDictionary(cursor).entries;
  const hidden = trailer.get("XRefStm");
  if (hidden === undefined) return { entries, trailer, isStream: false };
  const hiddenAt = integerOf(hidden) ?? broken("bad XRefStm");
  const also = readStreamSection({ bytes, budget: bounds.budget, at: hiddenAt }, bounds);
  // Some readers follow these from here as well, and would come to another document.
  const prev = also.trailer.get("Prev");
  const leadsElsewhere = prev !== undefined &&
    integerOf(prev) !== integerOf(trailer.get("Prev"));
  if (leadsElsewhere || also.trailer.has("Encrypt")) broken("bad XRefStm");
  // Objects that old readers shall not see are free in the table (ISO 32000-2 §7.5.8.4).
  for (const [number, place] of also.entries) {
    if ((entries.get(number)?.kind ?? "free") === "free") entries.set(number, place);
  }
  return { entries, trailer, isStream: false };
}

function tooMany(): never {
  throw new PdfError("too_many_objects", "its cross-reference sections are too long");
}

function readTable(cursor: PdfCursor, entriesMax: number): Map<number, ObjectPlace> {
  const entries = new Map<number, ObjectPlace>();
  while (true) {
    skipBlanks(cursor);
    if (takeKeyword(cursor, "trailer")) return entries;
    const first = takeInteger(cursor);
    skipBlanks(cursor);
    const count = takeInteger(cursor);
    if (first === null || count === null) broken("a cross-reference table is broken");
    if (entries.size + count > entriesMax) tooMany();
    if (first + count > numberMax) broken("its object numbers are too high");
    for (let number = first; number < first + count; number++) {
      const place = readTableEntry(cursor);
      if (entries.has(number)) broken("a cross-reference table has an object twice");
      entries.set(number, place);
    }
  }
}

/**
 * Reads a fixed-width entry on its own line, so that readers that count bytes and readers that
 * parse numbers find the same entry. The line may end with one byte.
 */
function readTableEntry(cursor: PdfCursor): ObjectPlace {
  skipBlanks(cursor);
  const offset = takeDigits(cursor, 10);
  const generation = takeDigits(cursor, 5);
  if (generation > 65_535) broken("a cross-reference table is broken");
  const isFree = takeKeyword(cursor, "f");
  if (!isFree && !takeKeyword(cursor, "n")) broken("a cross-reference table is broken");
  const { bytes, at } = cursor;
  const isEnded = [bytes[at], bytes[at + 1]].some((byte) => byte === 10 || byte === 13);
  if (!isEnded) broken("a cross-reference table is broken");
  return isFree || offset === 0 ? { kind: "free" } : { kind: "plain", offset, generation };
}

/** Reads an integer with a given number of digits and the space after it. */
function takeDigits(cursor: PdfCursor, digits: number): number {
  const end = cursor.at + digits;
  const value = takeInteger(cursor);
  if (value === null || cursor.at !== end || cursor.bytes[end] !== 0x20) {
    broken("a cross-reference table is broken");
  }
  cursor.at++;
  return value;
}

function readStreamSection(cursor: PdfCursor, { budget, entriesMax }: SectionBounds): Section {
  if (isSpace(cursor.bytes[cursor.at])) {
    broken("there is no cross-reference section at the stated place");
  }
  if (takeObjectHeader(cursor) === null) {
    broken("there is no cross-reference section at the stated place");
  }
  const trailer = parseDictionary(cursor).entries;
  const type = trailer.get("Type");
  if (type?.kind !== "name" || type.name !== "XRef") {
    broken("there is no cross-reference section at the stated place");
  }
  const data = takeStream(cursor, trailer.get("Length") ?? pdfNull);
  const direct = (value: PdfValue | undefined) => value ?? pdfNull;
  const decoded = decodeStream(data, trailer, budget, direct);
  return { entries: readRows(decoded, trailer, entriesMax), trailer, isStream: true };
}

function integersOf(value: PdfValue | undefined): readonly number[] | null {
  if (value?.kind !== "array") return null;
  const numbers = value.items.map(integerOf);
  return numbers.some((number) => number === null) ? null : numbers.map(Number);
}

/** Reads the entries of a cross-reference stream (ISO 32000-2 §7.5.8.2 and §7.5.8.3). */
function readRows(
  bytes: Uint8Array,
  trailer: PdfEntries,
  entriesMax: number,
): Map<number, ObjectPlace> {
  const widths = integersOf(trailer.get("W"));
  const size = integerOf(trailer.get("Size"));
  if (widths?.length !== 3 || size === null || widths.some((width) => width > 8)) {
    return broken("a cross-reference stream is broken");
  }
  const [typeWidth = 0, middleWidth = 0, lastWidth = 0] = widths;
  const ranges = trailer.has("Index") ? integersOf(trailer.get("Index")) : [0, size];
  if (ranges === null || ranges.length % 2 === 1) broken("a cross-reference stream is broken");
  const entries = new Map<number, ObjectPlace>();
  let at = 0;
  const take = (width: number, otherwise: number) => {
    if (width === 0) return otherwise;
    let value = 0;
    for (const end = at + width; at < end; at++) value = value * 256 + (bytes[at] ?? 0);
    return value;
  };
  for (let range = 0; range < ranges.length; range += 2) {
    const [first = 0, count = 0] = ranges.slice(range, range + 2);
    if (entries.size + count > entriesMax) tooMany();
    if (first + count > numberMax) broken("its object numbers are too high");
    if (at + count * (typeWidth + middleWidth + lastWidth) > bytes.length) {
      broken("a cross-reference stream is cut off");
    }
    for (let number = first; number < first + count; number++) {
      if (entries.has(number)) broken("a cross-reference stream has an object twice");
      const type = take(typeWidth, 1);
      const middle = take(middleWidth, 0);
      entries.set(number, placeOf(type, middle, take(lastWidth, 0)));
    }
  }
  return entries;
}

function placeOf(type: number, middle: number, last: number): ObjectPlace {
  if (type === 1 && middle > 0 && last <= 65_535) {
    return { kind: "plain", offset: middle, generation: last };
  }
  if (type === 2) return { kind: "packed", stream: middle, index: last };
  return { kind: "free" };
}
