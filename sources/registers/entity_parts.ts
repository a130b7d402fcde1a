import { leiScheme } from "../../standards/company_number/schemes.ts";
import type { RegisteredEntity } from "./schema.ts";

/** The parts of a record, before their completeness is checked. */
export type EntityParts = {
  readonly [Part in keyof RegisteredEntity]: Part extends "otherNames" ? readonly string[]
    : string | null;
};

const otherNamesMax = 8;

/**
 * Whether a name is the legal one in another language or script; `PREVIOUS_...` is a former name.
 */
export function isOtherLegalName(kind: string | null): boolean {
  return kind !== null && kind.endsWith("_LEGAL_NAME") && !kind.startsWith("PREVIOUS");
}

/** Makes an entity of its parts; null when a mandatory one is missing or wrong. */
export function entityOf(parts: EntityParts): RegisteredEntity | null {
  const { lei, legalName, jurisdiction, entityStatus, registrationStatus, lastUpdate } = parts;
  if (lei === null || !leiScheme.form.test(lei) || legalName === null) return null;
  if (jurisdiction === null || !/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(jurisdiction)) return null;
  if (entityStatus === null || registrationStatus === null || lastUpdate === null) return null;
  return {
    ...parts,
    lei,
    legalName,
    jurisdiction,
    entityStatus,
    registrationStatus,
    lastUpdate,
    otherNames: [...new Set(parts.otherNames)].slice(0, otherNamesMax),
  };
}
