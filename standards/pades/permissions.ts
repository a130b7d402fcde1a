import type { PdfObjects } from "./pdf_objects.ts";
import { broken, type PdfEntries, PdfError, type PdfValue, readPdfText } from "./pdf_value.ts";

/** Fields that earlier signatures locked (ISO 32000-2 §12.8.2.4). */
export type FieldLock =
  | { readonly action: "all" }
  | { readonly action: "include" | "exclude"; readonly fields: readonly string[] };

/** The changes that earlier signatures permit. */
export interface Permissions {
  /** Whether no change is permitted (`DocMDP` with `P` 1 or an undefined value). */
  readonly forbidsChanges: boolean;
  readonly locks: readonly FieldLock[];
}

/**
 * Reads the restrictions of one earlier signature (ISO 32000-2 §12.8.2.2, §12.8.2.4 and §12.7.5.5).
 * An unclear restriction forbids, since a broken signature would not be noticed later.
 *
 * @param signature its dictionary
 * @param field its field, whose `Lock` took effect with the signature; null if it has no field
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
 * Whether an access permission forbids any change: 2, 3 and a missing one do not. `true` is a usage
 * right.
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

/** Combines the permissions of several signatures. @throws PdfError when no change is allowed */
export function joinPermissions(all: readonly Permissions[]): Permissions {
  if (all.some(({ forbidsChanges }) => forbidsChanges)) {
    throw new PdfError("changes_forbidden", "a signature forbids any change");
  }
  return { forbidsChanges: false, locks: all.flatMap(({ locks }) => locks) };
}
