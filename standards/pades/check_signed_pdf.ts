import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Placeholder } from "./append_signature.ts";
import { Asn1Error, tags } from "../asn1/element.ts";
import type { SigningCertificate } from "./certificate.ts";
import { cmsIds } from "./cms.ts";
import type { PdfBounds } from "./cross_reference.ts";
import type { EarlierSignature } from "./form.ts";
import { openPdf, type Pdf } from "./open_pdf.ts";
import type { PdfObjects } from "./pdf_objects.ts";
import type { PdfEntries } from "./pdf_value.ts";
import { digestOf, isSame, readSignedData, verifySignedData } from "./signed_data.ts";
import { verifyTimestamp } from "./timestamp.ts";

/** A signed PDF and the parts that it was made of. */
export interface SignedRevision {
  readonly original: Pdf;
  readonly signed: Uint8Array;
  readonly placeholder: Placeholder;
  readonly bounds: PdfBounds;
}

/** The new signature in a PDF that was opened again. */
interface AddedSignature {
  readonly objects: PdfObjects;
  readonly signature: EarlierSignature;
}

/**
 * Opens a PDF again after a signature field was appended, without knowledge of how it was made. The
 * original must be its prefix, exactly one field must be new, and earlier signatures must be
 * unchanged. A reference to a missing object is refused, since it could resolve to one of the new
 * objects.
 *
 * @returns null otherwise
 */
export function findAddedSignature(
  { original, signed, placeholder, bounds }: SignedRevision,
): AddedSignature | null {
  const { bytes } = original.objects;
  // The field, its signature, a form and a cross-reference stream are new.
  const reopened = openPdf(signed, { ...bounds, objectsMax: bounds.objectsMax + 4 });
  if (!reopened.ok || !isPrefix(bytes, signed)) return null;
  const { form, objects, page } = reopened.value;
  const [signature, ...more] = form.earlier.filter(({ field }) => field === placeholder.field);
  const others = form.earlier.filter(({ field }) => field !== placeholder.field);
  const isAsBefore = others.length === original.form.earlier.length &&
    others.every((one, at) => isUntouched(original.form.earlier[at], one, bytes.length)) &&
    form.names.size === original.form.names.size + 1 &&
    page.reference.number === original.page.reference.number;
  return signature !== undefined && more.length === 0 && isAsBefore ? { objects, signature } : null;
}

function isPrefix(start: Uint8Array, whole: Uint8Array): boolean {
  return Buffer.compare(start, whole.subarray(0, start.length)) === 0;
}

function isUntouched(
  before: EarlierSignature | undefined,
  after: EarlierSignature,
  length: number,
): boolean {
  return before?.field === after.field && before.offset === after.offset &&
    (after.offset ?? 0) < length;
}

/** The four numbers of `ByteRange`. */
function rangeOf(objects: PdfObjects, dictionary: PdfEntries): readonly number[] {
  return (objects.itemsOf(dictionary.get("ByteRange")) ?? []).map((item) =>
    item.kind === "number" ? item.value : NaN
  );
}

/** The intended content of a signature. */
export interface MeantSignature {
  readonly certificate: SigningCertificate;
  readonly withTimestamp: boolean;
}

function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`the signed document differs from the intended one: ${what}`);
}

/**
 * Checks a signed PDF before it is returned: the new signature covers everything but its gap, is
 * stored in the gap, and verifies.
 *
 * @throws Error otherwise
 */
export async function checkSignedPdf(
  revision: SignedRevision,
  { certificate, withTimestamp }: MeantSignature,
): Promise<void> {
  const { signed, placeholder } = revision;
  const found = findAddedSignature(revision);
  demand(found !== null, "its structure");
  const { objects } = found;
  const dictionary = objects.entriesOf(found.signature.value);
  demand(dictionary !== null, "its dictionary");
  const [start, gapAt = 0, gapEnd = 0, rest = 0, ...more] = rangeOf(objects, dictionary);
  demand(start === 0 && more.length === 0 && gapEnd + rest === signed.length, "its byte range");
  demand(gapEnd - gapAt === placeholder.contentsBytes * 2 + 2, "its gap");
  demand(signed[gapAt] === 0x3c && signed[gapEnd - 1] === 0x3e, "its gap");
  const contents = objects.resolve(dictionary.get("Contents"));
  demand(contents.kind === "string", "its contents");
  demand(isSame(contents.written, signed.subarray(gapAt, gapEnd)), "its gap is not its contents");
  const hash = createHash("sha256").update(signed.subarray(0, gapAt)).update(
    signed.subarray(gapEnd),
  );
  try {
    const cms = contents.bytes.subarray(0, lengthOf(contents.bytes));
    const data = readSignedData(cms);
    demand(isSame(data.certificate.der, certificate.der), "its certificate");
    demand(data.content === null && data.contentType === cmsIds.data, "its content");
    demand(await verifySignedData(data, new Uint8Array(hash.digest())), "its signature");
    const token = data.unsigned.get(cmsIds.signatureTimeStamp);
    demand((token !== undefined) === withTimestamp, "its timestamp");
    if (token === undefined) return;
    const imprint = await digestOf("SHA-256", data.signature);
    const question = { imprint, certificate, nonce: null };
    demand(await verifyTimestamp(token.whole, question), "its timestamp");
  } catch (cause) {
    if (!(cause instanceof Asn1Error)) throw cause;
    throw new Error("the signed document differs from the intended one: its CMS", { cause });
  }
}

/** The length in bytes of the sequence at the start; zeros follow it. */
function lengthOf(bytes: Uint8Array): number {
  const first = bytes[1] ?? 0;
  if (bytes[0] !== tags.sequence || first < 0x80) return 2 + first;
  let length = 0;
  for (let at = 0; at < (first & 0x7f); at++) length = length * 256 + (bytes[2 + at] ?? 0);
  return 2 + (first & 0x7f) + length;
}
