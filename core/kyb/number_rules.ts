import type { CheckedCompanyNumber } from "../../standards/company_number/check_company_number.ts";
import type { CompanyNumber } from "./registry_schema.ts";

/** By what the offline rules find a number wrong; null where it may be right, or no rule is known. */
export function wrongBy(
  { formatValid, checksumValid }: Pick<CheckedCompanyNumber, "formatValid" | "checksumValid">,
): "format" | "checksum" | null {
  if (formatValid === false) return "format";
  return checksumValid === false ? "checksum" : null;
}

/** A checked number as evidence keeps it. */
export function withoutNotes({ notes: _, ...number }: CheckedCompanyNumber): CompanyNumber {
  return number;
}
