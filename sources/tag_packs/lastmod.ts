const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d*))?(?:[ \t]*(Z|[-+]\d{1,2}(?::?\d{2})?))?)?$/;

/**
 * Converts a timestamp of YAML 1.1 to ISO 8601: a calendar date unchanged, an instant in UTC, the
 * default zone, with its microseconds. Results are comparable as texts. Null for another text.
 *
 * @see https://yaml.org/type/timestamp.html
 */
export function instantOf(written: string): string | null {
  const [, year, month, day, hour, minute, second, fraction = "", zone = "Z"] =
    timestamp.exec(written) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const isDate = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(isDate.getTime()) || isDate.toISOString().slice(0, 10) !== date) return null;
  if (hour === undefined) return date;
  const time = `${hour.padStart(2, "0")}:${minute}:${second}`;
  const instant = new Date(`${date}T${time}${offsetOf(zone)}`);
  if (Number.isNaN(instant.getTime())) return null;
  // A zone may move an instant out of the years that have four digits.
  if (!/^\d{4}-/.test(instant.toISOString())) return null;
  return `${instant.toISOString().slice(0, 19)}.${fraction.padEnd(6, "0").slice(0, 6)}Z`;
}

/** Formats an offset as in ISO 8601. */
function offsetOf(zone: string): string {
  if (zone === "Z") return zone;
  const [, sign, hours = "", minutes = "00"] = /^([-+])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${sign}${hours.padStart(2, "0")}:${minutes}`;
}
