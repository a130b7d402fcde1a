import { edtfDate } from "./edtf.ts";

/** Converts `03/28/2025` to `2025-03-28`; null for a day that does not exist. */
export function isoOfAmerican(text: string): string | null {
  const [, month, day, year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const date = edtfDate({ year, month: month ?? null, day: day ?? null });
  return date !== null && date.length === 10 ? date : null;
}
