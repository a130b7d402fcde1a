import { type CrossReference, type PdfBounds, readCrossReference } from "./cross_reference.ts";
import { parseDictionary, parseValue } from "./pdf_parser.ts";
import {
  isSpace,
  openBudget,
  type PdfBudget,
  type PdfCursor,
  skipSpace,
  takeInteger,
  takeKeyword,
  takeObjectHeader,
} from "./pdf_token.ts";
import { decodeStream, takeStream } from "./pdf_stream.ts";
import {
  broken,
  integerOf,
  type PdfEntries,
  PdfError,
  pdfNull,
  type PdfReference,
  type PdfValue,
  tooMuch,
} from "./pdf_value.ts";

/** The indirect objects of a PDF, each read at the place in the cross-reference sections. */
export interface PdfObjects {
  readonly bytes: Uint8Array;
  readonly crossReference: CrossReference;
  /** Resolves a reference to its object; null for a free object. @throws PdfError */
  resolve(value: PdfValue | undefined): PdfValue;
  /**
   * Returns the entries of a dictionary or of a referenced one; null for another value.
   *
   * @throws PdfError
   */
  entriesOf(value: PdfValue | undefined): PdfEntries | null;
  /**
   * Returns the items of an array or of a referenced one; null for another value.
   *
   * @throws PdfError
   */
  itemsOf(value: PdfValue | undefined): readonly PdfValue[] | null;
  /**
   * Counts the memory retained while a file is read, since the same bytes may be read repeatedly.
   *
   * @throws PdfError above the limit
   */
  hold(what: { readonly characters?: number; readonly items?: number }): void;
}

/** An object stream: its objects by index (ISO 32000-2 §7.5.7). */
interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly numbers: readonly number[];
  readonly offsets: readonly number[];
}

/** Maximum retained characters of names. Items that are still to be read count too. */
const heldMax = 4_000_000;

/** Characters that use as much memory as one item of a list, about 200 bytes. */
const itemCharacters = 10;

/**
 * Reads the cross-reference sections and requires each object at its stated place. A reader that
 * repairs a file may read another document than the signed one.
 *
 * @throws PdfError
 */
export function openObjects(bytes: Uint8Array, bounds: PdfBounds): PdfObjects {
  const budget = openBudget(bytes, bounds.inflatedBytesMax);
  const crossReference = readCrossReference(bytes, bounds, budget);
  const source = { bytes, crossReference, budget, packedLeft: bounds.objectsMax * 2 };
  const streams = openObjectStreams(source);

  function read({ number, generation }: PdfReference): PdfValue {
    const place = crossReference.places.get(number);
    if (place === undefined || place.kind === "free") return pdfNull;
    if (place.kind === "plain") {
      return place.generation === generation ? readPlainObject(source, number) : pdfNull;
    }
    const stream = generation === 0 ? streams.get(place.stream) : undefined;
    if (stream === undefined) return pdfNull;
    return parseValue({ bytes: stream.bytes, budget, at: stream.offsets[place.index] ?? 0 });
  }

  function resolve(value: PdfValue | undefined): PdfValue {
    if (value?.kind !== "reference") return value ?? pdfNull;
    const found = read(value);
    // Some readers follow it, others take it for nothing.
    if (found.kind === "reference") broken("a reference leads to a reference");
    return found;
  }

  let held = 0;
  return {
    bytes,
    crossReference,
    resolve,
    hold: ({ characters = 0, items = 0 }) => {
      held += characters + items * itemCharacters;
      if (held > heldMax) tooMuch("its names and lists are too long");
    },
    entriesOf: (value) => {
      const found = resolve(value);
      return found.kind === "dictionary" ? found.entries : null;
    },
    itemsOf: (value) => {
      const found = resolve(value);
      return found.kind === "array" ? found.items : null;
    },
  };
}

/** The source of objects that are directly in the file. */
interface PlainSource {
  readonly bytes: Uint8Array;
  readonly crossReference: CrossReference;
  readonly budget: PdfBudget;
}

/** Moves after an object header such as `12 0 obj`, which must be at the stated place. */
function cursorAt({ bytes, crossReference, budget }: PlainSource, number: number): PdfCursor {
  const place = crossReference.places.get(number);
  if (place?.kind !== "plain") broken("an object is in a stream, where it must not be");
  const cursor = { bytes, budget, at: place.offset };
  const header = isSpace(bytes[cursor.at]) ? null : takeObjectHeader(cursor);
  if (header?.number !== number || header.generation !== place.generation) {
    broken("an object is not at its stated place");
  }
  return cursor;
}

function readPlainObject(source: PlainSource, number: number): PdfValue {
  const cursor = cursorAt(source, number);
  skipSpace(cursor);
  // Some writers leave an object empty.
  const value = source.bytes[cursor.at] === 0x65 ? pdfNull : parseValue(cursor);
  skipSpace(cursor);
  // A stream is no dictionary to most readers, and of two values they take either.
  if (!takeKeyword(cursor, "endobj")) broken("an object does not end behind its value");
  return value;
}

/** The source of object streams. */
interface ObjectStreamSource extends PlainSource {
  /** Remaining objects that all streams together may declare. */
  packedLeft: number;
}

/** Opens all object streams and checks that each object is at its stated place. */
function openObjectStreams(source: ObjectStreamSource): ReadonlyMap<number, ObjectStream> {
  const { crossReference } = source;
  const streams = new Map<number, ObjectStream>();
  for (const [number, place] of crossReference.places) {
    if (place.kind === "plain") cursorAt(source, number);
    if (place.kind !== "packed") continue;
    const stream = streams.get(place.stream) ?? openObjectStream(source, place.stream);
    streams.set(place.stream, stream);
    if (stream.numbers[place.index] !== number) broken("an object stream lacks an object");
  }
  return streams;
}

function openObjectStream(source: ObjectStreamSource, number: number): ObjectStream {
  const cursor = cursorAt(source, number);
  const { entries } = parseDictionary(cursor);
  // What is needed to read object streams stands in none.
  const direct = (value: PdfValue | undefined) => {
    if (value?.kind !== "reference") return value ?? pdfNull;
    const place = source.crossReference.places.get(value.number);
    const isThere = place?.kind === "plain" && place.generation === value.generation;
    return isThere ? readPlainObject(source, value.number) : pdfNull;
  };
  const type = direct(entries.get("Type"));
  if (type.kind !== "name" || type.name !== "ObjStm") broken("an object stream is malformed");
  const data = takeStream(cursor, direct(entries.get("Length")));
  const decoded = decodeStream(data, entries, source.budget, direct);
  const count = integerOf(direct(entries.get("N")));
  const first = integerOf(direct(entries.get("First")));
  if (count === null || first === null) broken("an object stream is broken");
  source.packedLeft -= count;
  if (source.packedLeft < 0) throw new PdfError("too_many_objects", "it has too many objects");
  const numbers: number[] = [];
  const offsets: number[] = [];
  const header = { bytes: decoded, budget: source.budget, at: 0 };
  for (let index = 0; index < count; index++) {
    skipSpace(header);
    const packed = takeInteger(header);
    skipSpace(header);
    const offset = takeInteger(header);
    if (packed === null || offset === null) broken("an object stream is broken");
    if (first + offset >= decoded.length) broken("an object stream is cut off");
    numbers.push(packed);
    offsets.push(first + offset);
  }
  return { bytes: decoded, numbers, offsets };
}
