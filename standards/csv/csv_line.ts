/** The value of a field; null and undefined are written as an empty field. */
export type CsvValue = string | number | null | undefined;

/**
 * Writes one CSV record (RFC 4180) with its line break. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe, and a text that contains any common delimiter is quoted.
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
