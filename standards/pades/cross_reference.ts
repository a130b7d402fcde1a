import {
  numberMax,
  type ObjectPlace,
  readSection,
  type Section,
} from "./cross_reference_section.ts";
import type { PdfBudget } from "./pdf_token.ts";
import { broken, integerOf, type PdfEntries, PdfError } from "./pdf_value.ts";

/** The merged content of a file's cross-reference sections (ISO 32000-2 §7.5.4 to §7.5.8). */
export interface CrossReference {
  /** Places by object number; the newest revision takes precedence. */
  readonly places: ReadonlyMap<number, ObjectPlace>;
  /** Entries of the newest section's trailer. */
  readonly trailer: PdfEntries;
  /** The offset of the newest section. */
  readonly startxref: number;
  /** Whether the newest section is a stream. */
  readonly isStream: boolean;
  /** The lowest number that is unused in every revision. */
  readonly nextNumber: number;
}

/** Limits for reading one file. */
export interface PdfBounds {
  readonly objectsMax: number;
  readonly inflatedBytesMax: number;
}

/** Maximum revisions of one file: more than signing ever makes. */
const sectionsMax = 1_024;

/**
 * Maximum bytes from the end of a file within which it must state the offset of its newest section.
 */
const tailBytes = 1_024;

/** Reads all sections, the newest first, and repairs nothing. @throws PdfError */
export function readCrossReference(
  bytes: Uint8Array,
  bounds: PdfBounds,
  budget: PdfBudget,
): CrossReference {
  const startxref = findStart(bytes);
  const places = new Map<number, ObjectPlace>();
  const seen = new Set<number>();
  let newest: Section | null = null;
  let nextNumber = 1;
  let entriesLeft = bounds.objectsMax * 4;
  let at: number | null = startxref;
  while (at !== null) {
    if (seen.has(at) || seen.size >= sectionsMax) broken("its revisions go round in circles");
    seen.add(at);
    const section = readSection(bytes, at, { budget, entriesMax: entriesLeft });
    entriesLeft -= section.entries.size;
    if (section.trailer.has("Encrypt")) throw new PdfError("encrypted", "it is encrypted");
    for (const [number, place] of section.entries) {
      nextNumber = Math.max(nextNumber, number + 1);
      if (!places.has(number)) places.set(number, place);
    }
    nextNumber = Math.max(
      nextNumber,
      integerOf(section.trailer.get("Size")) ?? broken("it does not state its size"),
    );
    newest ??= section;
    at = section.trailer.has("Prev")
      ? integerOf(section.trailer.get("Prev")) ?? broken("bad Prev")
      : null;
  }
  if (newest === null) broken("it has no cross-reference section");
  let used = 0;
  for (const { kind } of places.values()) if (kind !== "free") used++;
  if (used > bounds.objectsMax) throw new PdfError("too_many_objects", "it has too many objects");
  if (nextNumber > numberMax) broken("its object numbers are too high");
  return { places, trailer: newest.trailer, startxref, isStream: newest.isStream, nextNumber };
}

/** Finds the offset of the newest section from the end of the file. */
function findStart(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - tailBytes);
  const tail = new TextDecoder("latin1").decode(bytes.subarray(from));
  const found = /startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF(?![\s\S]*startxref)/.exec(
    tail,
  );
  if (found === null) broken("it does not end as a PDF does");
  return Number(found[1]);
}
