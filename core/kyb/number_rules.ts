import type { CheckedCompanyNumber } from "../../standards/company_number/check_company_number.ts";
import type { CompanyNumber } from "./registry_schema.ts";

/**
 * Returns the offline rule that a number violates; null if it may be valid, or no rule is known.
 */
export function wrongBy(
  { formatValid, checksumValid }: Pick<CheckedCompanyNumber, "formatValid" | "checksumValid">,
): "format" | "checksum" | null {
  if (formatValid === false) return "format";
  return checksumValid === false ? "checksum" : null;
}

/** A checked number in the form of evidence. */
export function withoutNotes({ notes: _, ...number }: CheckedCompanyNumber): CompanyNumber {
  return number;
}
