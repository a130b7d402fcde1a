import { ok, refuse, type Result } from "../../base/result.ts";
import type { PdfBounds } from "./cross_reference.ts";
import { type Form, readForm } from "./form.ts";
import { openObjects, type PdfObjects } from "./pdf_objects.ts";
import {
  broken,
  type PdfEntries,
  PdfError,
  type PdfProblem,
  type PdfReference,
} from "./pdf_value.ts";

/** A PDF that can be signed. */
export interface Pdf {
  readonly objects: PdfObjects;
  readonly catalog: { readonly reference: PdfReference; readonly entries: PdfEntries };
  /** The first one. */
  readonly page: { readonly reference: PdfReference; readonly entries: PdfEntries };
  readonly form: Form;
}

/** The reason why a document is not signed. */
export interface PdfRefusal {
  readonly code: PdfProblem;
}

/**
 * Runs a function that reads or writes a PDF.
 *
 * @returns the result, or the problem of a `PdfError` as a refusal
 */
export function withinPdf<Value>(run: () => Value): Result<Value, PdfRefusal> {
  try {
    return ok(run());
  } catch (fault) {
    if (fault instanceof PdfError) return refuse({ code: fault.problem });
    // The stack, or an array, is full: no real document.
    if (fault instanceof RangeError) return refuse({ code: "broken_structure" });
    throw fault;
  }
}

/**
 * Opens a PDF for signing (ISO 32000-2). Reads the cross-reference sections, the catalog, the page
 * tree and the form, but no content of pages. Refuses anything that readers would have to repair,
 * since they may repair it differently.
 */
export function openPdf(bytes: Uint8Array, bounds: PdfBounds): Result<Pdf, PdfRefusal> {
  return withinPdf(() => {
    checkHeader(bytes);
    const objects = openObjects(bytes, bounds);
    const root = objects.crossReference.trailer.get("Root");
    const entries = objects.entriesOf(root);
    if (root?.kind !== "reference" || entries === null) broken("it has no catalog");
    return {
      objects,
      catalog: { reference: root, entries },
      page: findFirstPage(objects, entries),
      form: readForm(objects, entries),
    };
  });
}

/** Bytes within which some readers look for a header that is not at the start. */
const headerBytes = 1_024;

function checkHeader(bytes: Uint8Array): void {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, headerBytes));
  if (/^%PDF-\d\.\d/.test(start)) return;
  const isBehind = start.includes("%PDF-");
  throw new PdfError(isBehind ? "header_not_at_start" : "not_a_pdf", "it does not begin as a PDF");
}

/**
 * Finds the first page. Walks the whole tree, since a tree with a cycle belongs to no real
 * document.
 */
function findFirstPage(objects: PdfObjects, catalog: PdfEntries): Pdf["page"] {
  const seen = new Set<number>();
  const open = [catalog.get("Pages")];
  let first: Pdf["page"] | null = null;
  while (open.length > 0) {
    const reference = open.pop();
    if (reference?.kind !== "reference") broken("a page is not an indirect object");
    if (seen.has(reference.number)) broken("a page occurs twice in the tree");
    seen.add(reference.number);
    const entries = objects.entriesOf(reference);
    if (entries === null) broken("a page is not a dictionary");
    if (!entries.has("Kids")) {
      const type = objects.resolve(entries.get("Type"));
      if (type.kind !== "name" || type.name !== "Pages") first ??= { reference, entries };
      continue;
    }
    const kids = objects.itemsOf(entries.get("Kids"));
    if (kids === null) broken("the kids of a page tree are not an array");
    objects.hold({ items: kids.length });
    for (let at = kids.length - 1; at >= 0; at--) open.push(kids[at]);
  }
  if (first === null) throw new PdfError("no_pages", "it has no page");
  return first;
}
