import { concatBytes } from "../../base/bytes.ts";
import type { Result } from "../../base/result.ts";
import { type Pdf, type PdfRefusal, withinPdf } from "./open_pdf.ts";
import { isLocked } from "./permissions.ts";
import {
  broken,
  fromLatin1,
  latin1,
  pdfArray,
  pdfDictionary,
  type PdfEntries,
  PdfError,
  pdfInteger,
  pdfName,
  pdfReference,
  pdfText,
  type PdfValue,
  writePdf,
} from "./pdf_value.ts";
import { type UpdatedObject, writeUpdate } from "./write_update.ts";

/** The entries of a signature dictionary. */
export interface SignatureEntries {
  /** `Name`: the name in the signer's certificate; null omits the entry. */
  readonly name: string | null;
  /** `M`, such as `20261122191500`; UTC. */
  readonly signedAt: string;
  /** Bytes reserved for the CMS. */
  readonly contentsBytes: number;
}

/** A PDF with a signature dictionary that is empty yet. */
export interface Placeholder {
  /** The bytes after the original; `ByteRange` is filled in, `Contents` is zeros. */
  readonly appended: Uint8Array<ArrayBuffer>;
  /** Name of the new field. */
  readonly field: string;
  /** The offset of the digits of `Contents` within `appended`. */
  readonly contentsAt: number;
  readonly contentsBytes: number;
  /** `ByteRange` in bytes: the signature covers everything except the gap (ISO 32000-2 §12.8.1). */
  readonly byteRange: readonly [number, number, number, number];
}

/** Digits of a number in `ByteRange`, padding spaces included. */
const rangeDigits = 10;
const rangeRoom = `[0${` ${"*".repeat(rangeDigits)}`.repeat(3)}]`;

/** Bytes at the start of the update that hold `ByteRange` and the start of `Contents`. */
const headBytes = 512;

/**
 * Appends an invisible signature field with its dictionary to a PDF, as an incremental update (ISO
 * 32000-2 §7.5.6, §12.7.5.5; ETSI EN 319 142-1 §5.3). Changes only the form and the first page, or
 * the objects that hold their arrays.
 *
 * @returns `changes_forbidden` when an earlier signature locked every name
 */
export function appendSignature(
  pdf: Pdf,
  entries: SignatureEntries,
): Result<Placeholder, PdfRefusal> {
  return withinPdf(() => {
    const field = chooseName(pdf);
    const { nextNumber } = pdf.objects.crossReference;
    const signature = pdfReference(nextNumber);
    const widget = pdfReference(nextNumber + 1);
    const objects: UpdatedObject[] = [
      { reference: signature, written: writeSignature(entries) },
      { reference: widget, written: writePdf(widgetOf(field, signature, pdf.page.reference)) },
      ...distinct([
        ...changeForm(pdf, widget, pdfReference(nextNumber + 2)),
        ...changePage(pdf, widget),
      ]),
    ];
    return fillRange(pdf, objects, { field, contentsBytes: entries.contentsBytes });
  });
}

/** Chooses the first name `Signature<n>` that no field has and no earlier signature locked. */
function chooseName({ form }: Pdf): string {
  const { names, permissions } = form;
  for (let number = 1; number <= names.size + permissions.locks.length + 1; number++) {
    const name = `Signature${number}`;
    const isTaken = names.has(name) || names.has(`${name}.`);
    if (!isTaken && !isLocked(permissions, name)) return name;
  }
  const allowed = permissions.locks.flatMap((lock) => lock.action === "exclude" ? lock.fields : [])
    .find((name) => /^[^.]+$/.test(name) && !names.has(name) && !isLocked(permissions, name));
  if (allowed !== undefined) return allowed;
  throw new PdfError("changes_forbidden", "every name of a field is locked");
}

function writeSignature({ name, signedAt, contentsBytes }: SignatureEntries): string {
  const said = name === null ? "" : `\n/Name ${writePdf(pdfText(name))}`;
  // What is filled in stands before what may be long.
  return `<</Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached` +
    `\n/ByteRange ${rangeRoom}\n/Contents <${"0".repeat(contentsBytes * 2)}>` +
    `\n/M (D:${signedAt}Z)${said}>>`;
}

/** Annotation flags (ISO 32000-2 §12.5.3): print and locked. */
const widgetFlags = 132;

function widgetOf(field: string, signature: PdfValue, page: PdfValue): PdfValue {
  return pdfDictionary([
    ["Type", pdfName("Annot")],
    ["Subtype", pdfName("Widget")],
    ["FT", pdfName("Sig")],
    ["T", pdfText(field)],
    ["V", signature],
    ["F", pdfInteger(widgetFlags)],
    ["Rect", pdfArray([0, 0, 0, 0].map(pdfInteger))],
    ["P", page],
  ]);
}

function withEntry(entries: PdfEntries, name: string, value: PdfValue): PdfValue {
  return pdfDictionary([...entries, [name, value]]);
}

/** Adds an item to an array in a dictionary, or in an object of its own. */
function addItem(
  { objects }: Pdf,
  entries: PdfEntries,
  name: string,
  item: PdfValue,
): { readonly entry: PdfValue; readonly changed: readonly UpdatedObject[] } {
  const held = entries.get(name);
  const found = objects.resolve(held);
  if (found.kind !== "array" && found.kind !== "null") broken(`${name} is no array`);
  const array = pdfArray([...(found.kind === "array" ? found.items : []), item]);
  if (held?.kind !== "reference" || found.kind === "null") return { entry: array, changed: [] };
  return { entry: held, changed: [{ reference: held, written: writePdf(array) }] };
}

/** Removes duplicate objects: fields and annotations may be one array, which is written once. */
function distinct(changed: readonly UpdatedObject[]): readonly UpdatedObject[] {
  return changed.filter(({ reference, written }, at) =>
    at ===
      changed.findIndex((other) =>
        other.reference.number === reference.number && other.written === written
      )
  );
}

/** `SigFlags` (ISO 32000-2 §12.7.3): signatures exist, and the file is append-only. */
const signatureFlags = 3;

function changeForm(pdf: Pdf, widget: PdfValue, free: UpdatedObject["reference"]) {
  const { form, catalog } = pdf;
  const fields = addItem(pdf, form.entries, "Fields", widget);
  const flags = pdf.objects.resolve(form.entries.get("SigFlags"));
  const had = flags.kind === "number" && Number.isSafeInteger(flags.value) ? flags.value : 0;
  const changed = pdfDictionary([
    ...form.entries,
    ["Fields", fields.entry],
    ["SigFlags", pdfInteger((had | signatureFlags) >>> 0)],
  ]);
  const isOwn = form.entry.kind === "reference" && pdf.objects.entriesOf(form.entry) !== null;
  if (isOwn && form.entry.kind === "reference") {
    const isSame = fields.changed.length > 0 && (had & signatureFlags) === signatureFlags;
    if (isSame) return fields.changed;
    return [...fields.changed, { reference: form.entry, written: writePdf(changed) }];
  }
  const isInside = form.entry.kind === "dictionary";
  const entry = isInside ? changed : free;
  return [
    ...fields.changed,
    ...(isInside ? [] : [{ reference: free, written: writePdf(changed) }]),
    {
      reference: catalog.reference,
      written: writePdf(withEntry(catalog.entries, "AcroForm", entry)),
    },
  ];
}

function changePage(pdf: Pdf, widget: PdfValue): readonly UpdatedObject[] {
  const { reference, entries } = pdf.page;
  const annotations = addItem(pdf, entries, "Annots", widget);
  if (annotations.changed.length > 0) return annotations.changed;
  return [{ reference, written: writePdf(withEntry(entries, "Annots", annotations.entry)) }];
}

/** Writes the update and fills in `ByteRange`, which has a fixed width. */
function fillRange(
  { objects }: Pdf,
  changed: readonly UpdatedObject[],
  { field, contentsBytes }: Pick<Placeholder, "field" | "contentsBytes">,
): Placeholder {
  const { bytes } = objects;
  const last = bytes[bytes.length - 1];
  const isLineEnded = last === 10 || last === 13;
  const before = latin1(isLineEnded ? "" : "\n");
  const update = writeUpdate(objects, changed, bytes.length + before.length);
  const appended = concatBytes([before, update]);
  // The signature is the first object, and nothing of the original is in it.
  const head = fromLatin1(appended.subarray(0, headBytes));
  const rangeAt = head.indexOf(rangeRoom);
  const contentsAt = head.indexOf("/Contents <", rangeAt) + "/Contents <".length;
  const gapAt = bytes.length + contentsAt - 1;
  const gapEnd = gapAt + contentsBytes * 2 + 2;
  const total = bytes.length + appended.length;
  const byteRange = [0, gapAt, gapEnd, total - gapEnd] as const;
  const written = byteRange.slice(1).map((number) => ` ${`${number}`.padEnd(rangeDigits)}`).join(
    "",
  );
  appended.set(latin1(`[0${written}]`), rangeAt);
  return { appended, field, contentsAt, contentsBytes, byteRange };
}
