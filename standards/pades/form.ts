import type { PdfObjects } from "./pdf_objects.ts";
import { joinPermissions, type Permissions, readPermissions } from "./permissions.ts";
import { broken, type PdfEntries, pdfNull, type PdfValue, readPdfText } from "./pdf_value.ts";

/** A signature that is already in the file. */
export interface EarlierSignature {
  /** The field's full name. */
  readonly field: string;
  /** The offset of its dictionary in the file; null for a dictionary within another object. */
  readonly offset: number | null;
  /** Its dictionary, or a reference to it, since the content may be large. */
  readonly value: PdfValue;
}

/** The parts of a PDF's interactive form that a new signature depends on (ISO 32000-2 §12.7). */
export interface Form {
  /** `AcroForm` of the catalog. */
  readonly entry: PdfValue;
  readonly entries: PdfEntries;
  /** Names of all fields, each prefixed with its parents' names. */
  readonly names: ReadonlySet<string>;
  readonly earlier: readonly EarlierSignature[];
  readonly permissions: Permissions;
}

/** Reads the form and its signatures. @throws PdfError */
export function readForm(objects: PdfObjects, catalog: PdfEntries): Form {
  const entry = catalog.get("AcroForm") ?? pdfNull;
  const found = objects.resolve(entry);
  if (found.kind !== "dictionary" && found.kind !== "null") broken("its form is not a dictionary");
  const entries = found.kind === "dictionary" ? found.entries : new Map<string, PdfValue>();
  const fields = objects.resolve(entries.get("Fields"));
  if (fields.kind !== "array" && fields.kind !== "null") broken("its fields are not an array");
  const names = new Set<string>();
  const earlier: EarlierSignature[] = [];
  const permissions: Permissions[] = [];
  for (const field of walkFields(objects, fields.kind === "array" ? fields.items : [])) {
    names.add(field.name);
    const signature = field.type === "Sig" ? objects.entriesOf(field.value) : null;
    if (signature === null) continue;
    checkSignature(objects, signature);
    permissions.push(readPermissions(objects, signature, field.entries));
    earlier.push({
      field: field.name,
      offset: offsetOf(objects, field.value),
      value: field.value,
    });
  }
  for (const certifying of objects.entriesOf(catalog.get("Perms"))?.values() ?? []) {
    const signature = objects.entriesOf(certifying);
    if (signature !== null) permissions.push(readPermissions(objects, signature, null));
  }
  return { entry, entries, names, earlier, permissions: joinPermissions(permissions) };
}

/**
 * Refuses a signature that cannot be found again: such a file fails for readers that verify the
 * other signatures.
 */
function checkSignature(objects: PdfObjects, signature: PdfEntries): void {
  const contents = objects.resolve(signature.get("Contents"));
  const range = objects.itemsOf(signature.get("ByteRange"));
  if (contents.kind !== "string" || range === null) broken("an earlier signature is broken");
}

function offsetOf(objects: PdfObjects, value: PdfValue): number | null {
  if (value.kind !== "reference") return null;
  const place = objects.crossReference.places.get(value.number);
  return place?.kind === "plain" ? place.offset : null;
}

/** A field with its inherited entries. */
interface Field {
  readonly name: string;
  readonly type: string | null;
  readonly value: PdfValue;
  readonly entries: PdfEntries;
}

interface Open {
  readonly item: PdfValue;
  readonly above: Omit<Field, "entries">;
}

/** Yields each field of the form once. A field below itself is an error. */
function* walkFields(objects: PdfObjects, roots: readonly PdfValue[]): Generator<Field> {
  const above = { name: "", type: null, value: pdfNull };
  const open: Open[] = roots.map((item) => ({ item, above }));
  const seen = new Set<number>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item } = next;
    if (item.kind === "reference" && seen.has(item.number)) {
      broken("a field occurs twice in its form");
    }
    if (item.kind === "reference") seen.add(item.number);
    const entries = objects.entriesOf(item);
    if (entries === null) continue;
    const inherited = inherit(objects, entries, next.above);
    objects.hold({ characters: inherited.name.length + 1 });
    yield { ...inherited, entries };
    const kids = objects.itemsOf(entries.get("Kids")) ?? [];
    objects.hold({ items: kids.length });
    for (const kid of kids) open.push({ item: kid, above: inherited });
  }
}

/** Maximum bytes of a field's own name (ISO 32000-1 annex C). */
const nameBytesMax = 32_767;

function inherit(objects: PdfObjects, entries: PdfEntries, above: Open["above"]): Open["above"] {
  const type = objects.resolve(entries.get("FT"));
  const partial = objects.resolve(entries.get("T"));
  if (partial.kind === "string" && partial.bytes.length > nameBytesMax) {
    broken("a name is too long");
  }
  const own = partial.kind === "string" ? readPdfText(partial.bytes) : null;
  return {
    name: own === null ? above.name : above.name === "" ? own : `${above.name}.${own}`,
    type: type.kind === "name" ? type.name : above.type,
    value: entries.get("V") ?? above.value,
  };
}
