import { concatBytes } from "../../base/bytes.ts";
import { createHash } from "node:crypto";
import type { PdfObjects } from "./pdf_objects.ts";
import {
  latin1,
  pdfArray,
  pdfBytes,
  pdfDictionary,
  type PdfEntries,
  pdfInteger,
  pdfName,
  type PdfReference,
  type PdfValue,
  writePdf,
} from "./pdf_value.ts";

/** An object that is new, or differs from the original. */
export interface UpdatedObject {
  readonly reference: PdfReference;
  readonly written: string;
}

interface PlacedObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

/**
 * Writes an incremental update (ISO 32000-2 §7.5.6): the objects in the order given, then a
 * cross-reference section of the same kind as the newest one of the original.
 *
 * @param start the offset of the update in the file
 */
export function writeUpdate(
  objects: PdfObjects,
  changed: readonly UpdatedObject[],
  start: number,
): Uint8Array<ArrayBuffer> {
  const { crossReference } = objects;
  const parts: Uint8Array[] = [];
  const placed: PlacedObject[] = [];
  let at = start;
  for (const { reference: { number, generation }, written } of changed) {
    const part = latin1(`${number} ${generation} obj\n${written}\nendobj\n`);
    placed.push({ number, generation, offset: at });
    parts.push(part);
    at += part.length;
  }
  const next = placed.reduce((most, { number }) => Math.max(most, number + 1), 0);
  const number = Math.max(next, crossReference.nextNumber);
  const trailer = trailerOf(objects, changed);
  const section = crossReference.isStream
    ? writeStream([...placed, { number, generation: 0, offset: at }], trailer, number)
    : writeTable(placed, trailer, number);
  return concatBytes([...parts, section, latin1(`startxref\n${at}\n%%EOF\n`)]);
}

/**
 * Trailer entries copied from the previous trailer (ISO 32000-2 §7.5.5), without those that
 * describe a stream.
 */
const kept = ["Root", "Info"];

function trailerOf(
  { crossReference: { trailer, startxref }, itemsOf }: PdfObjects,
  changed: readonly UpdatedObject[],
): PdfEntries {
  const entries = new Map<string, PdfValue>();
  for (const name of kept) {
    const value = trailer.get(name);
    if (value !== undefined) entries.set(name, value);
  }
  entries.set("Prev", pdfInteger(startxref));
  // The first half stays, the second is of this revision (ISO 32000-2 §14.4).
  const [first] = itemsOf(trailer.get("ID")) ?? [];
  if (first?.kind !== "string") return entries;
  const hash = createHash("sha256").update(first.bytes);
  for (const { written } of changed) hash.update(written);
  const second = pdfBytes(new Uint8Array(hash.digest()).subarray(0, 16));
  return entries.set("ID", pdfArray([first, second]));
}

/** Groups numbers into runs without gaps. */
function runsOf(placed: readonly PlacedObject[]): readonly PlacedObject[][] {
  const runs: PlacedObject[][] = [];
  for (const object of placed.toSorted((one, other) => one.number - other.number)) {
    const run = runs.at(-1);
    if (run?.at(-1)?.number === object.number - 1) run.push(object);
    else runs.push([object]);
  }
  return runs;
}

function writeTable(
  placed: readonly PlacedObject[],
  trailer: PdfEntries,
  size: number,
): Uint8Array {
  const lines = runsOf(placed).map((run) =>
    `${run[0]?.number} ${run.length}\n` +
    run.map(({ offset, generation }) =>
      `${`${offset}`.padStart(10, "0")} ${`${generation}`.padStart(5, "0")} n\r\n`
    ).join("")
  );
  const dictionary = pdfDictionary([["Size", pdfInteger(size)], ...trailer]);
  return latin1(`xref\n${lines.join("")}trailer\n${writePdf(dictionary)}\n`);
}

/** Bytes of a type, an offset and a generation. */
const widths = [1, 4, 2] as const;

function writeStream(
  placed: readonly PlacedObject[],
  trailer: PdfEntries,
  number: number,
): Uint8Array {
  const runs = runsOf(placed);
  const rows = new Uint8Array(placed.length * 7);
  const view = new DataView(rows.buffer);
  runs.flat().forEach(({ offset, generation }, row) => {
    view.setUint8(row * 7, 1);
    view.setUint32(row * 7 + 1, offset);
    view.setUint16(row * 7 + 5, generation);
  });
  const index = runs.flatMap((run) => [run[0]?.number ?? 0, run.length]);
  const dictionary = pdfDictionary([
    ["Type", pdfName("XRef")],
    ["Size", pdfInteger(number + 1)],
    ["W", pdfArray(widths.map(pdfInteger))],
    ["Index", pdfArray(index.map(pdfInteger))],
    ["Length", pdfInteger(rows.length)],
    ...trailer,
  ]);
  return concatBytes([
    latin1(`${number} 0 obj\n${writePdf(dictionary)}\nstream\n`),
    rows,
    latin1("\nendstream\nendobj\n"),
  ]);
}
