/** A value of a field; null and undefined are empty. */
export type CsvValue = string | number | null | undefined;

/**
 * One record of CSV (RFC 4180), with its line break. A text that a spreadsheet would run as a formula
 * has an apostrophe before it, and one with any delimiter that spreadsheets divide at is quoted.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
