const partialDate = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/**
 * Whether a text is a calendar date that exists, of full or reduced precision:
 * `1969-07-16`, `1969-07` or `1969` (ISO 8601-1 §5.2.2).
 */
export function isPartialDate(text: string): boolean {
  const parts = partialDate.exec(text);
  if (parts === null) return false;
  const [, year, month = "01", day = "01"] = parts;
  if (year === undefined || Number(year) === 0) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}
