import type { PdfObjects } from "./pdf_objects.ts";
import { broken, type PdfEntries, PdfError, type PdfValue, readPdfText } from "./pdf_value.ts";

/** Fields that earlier signatures have locked (ISO 32000-2 §12.8.2.4). */
export type FieldLock =
  | { readonly action: "all" }
  | { readonly action: "include" | "exclude"; readonly fields: readonly string[] };

/** What earlier signatures allow. */
export interface Permissions {
  /** No change at all (`DocMDP` with `P` 1, or with one that means nothing). */
  readonly forbidsChanges: boolean;
  readonly locks: readonly FieldLock[];
}

/**
 * What one earlier signature forbids (ISO 32000-2 §12.8.2.2, §12.8.2.4 and §12.7.5.5). One that is
 * unclear forbids: nothing that breaks a signature is found out later.
 *
 * @param signature its dictionary
 * @param field of the field that it stands in, whose `Lock` came into force with it; null for none
 * @throws PdfError
 */
export function readPermissions(
  objects: PdfObjects,
  signature: PdfEntries,
  field: PdfEntries | null,
): Permissions {
  let forbidsChanges = false;
  const locks: FieldLock[] = [];
  const take = (parameters: PdfEntries | null) => {
    if (parameters === null) return;
    forbidsChanges ||= forbids(objects.resolve(parameters.get("P")));
    const action = objects.resolve(parameters.get("Action"));
    if (action.kind !== "name") return;
    locks.push(readLock(objects, action.name, parameters));
  };
  const references = objects.resolve(signature.get("Reference"));
  if (references.kind !== "array" && references.kind !== "null") broken("bad Reference");
  for (const reference of references.kind === "array" ? references.items : []) {
    take(objects.entriesOf(objects.entriesOf(reference)?.get("TransformParams")));
  }
  take(objects.entriesOf(field?.get("Lock")));
  return { forbidsChanges, locks };
}

/**
 * Whether an access permission forbids any change: 2 and 3 do not, nor does a missing one. `true` is
 * one of usage rights.
 */
function forbids(allowed: PdfValue): boolean {
  if (allowed.kind === "null" || allowed.kind === "boolean") return false;
  return allowed.kind !== "number" || (allowed.value !== 2 && allowed.value !== 3);
}

function readLock(objects: PdfObjects, action: string, parameters: PdfEntries): FieldLock {
  if (action !== "Include" && action !== "Exclude") return { action: "all" };
  const fields = (objects.itemsOf(parameters.get("Fields")) ?? []).map((item) => {
    const name = objects.resolve(item);
    objects.hold({ characters: name.kind === "string" ? name.bytes.length + 1 : 1 });
    return name.kind === "string" ? readPdfText(name.bytes) : "";
  });
  return { action: action === "Include" ? "include" : "exclude", fields };
}

/** Whether a field at the root of the form is locked. */
export function isLocked({ locks }: Permissions, name: string): boolean {
  return locks.some((lock) => {
    if (lock.action === "all") return true;
    return lock.fields.includes(name) === (lock.action === "include");
  });
}

/** What several signatures allow together. @throws PdfError when no change is allowed */
export function joinPermissions(all: readonly Permissions[]): Permissions {
  if (all.some(({ forbidsChanges }) => forbidsChanges)) {
    throw new PdfError("changes_forbidden", "a signature forbids any change");
  }
  return { forbidsChanges: false, locks: all.flatMap(({ locks }) => locks) };
}
