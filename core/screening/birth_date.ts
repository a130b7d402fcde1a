/**
 * The pattern of calendar dates that exist.
 *
 * @param zero the pattern of the zero before a month or day of one digit
 */
function datePattern(zero: "0" | "0?"): RegExp {
  const month31 = `(?:${zero}[13578]|1[02])-(?:${zero}[1-9]|[12]\\d|3[01])`;
  const month30 = `(?:${zero}[469]|11)-(?:${zero}[1-9]|[12]\\d|30)`;
  const february = `${zero}2-(?:${zero}[1-9]|1\\d|2[0-8])`;
  const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
  const inYear = `(?:${zero}[1-9]|1[0-2]|${month31}|${month30}|${february})`;
  return new RegExp(`^(?!0000)(?:\\d{4}(?:-${inYear})?|${leapYear}-${zero}2-29)$`);
}

/**
 * A valid calendar date, of full or reduced precision: `1969-07-16`, `1969-07` or `1969` (ISO
 * 8601-1 §5.2.2). It is one expression, so that the OpenAPI description states exactly what is
 * accepted.
 */
export const partialDate = datePattern("0");

/** A {@link partialDate} whose month and day may be written without their zero: `1984-2-1`. */
export const writtenDate = datePattern("0?");

/** Whether a text is a {@link partialDate}. */
export function isPartialDate(text: string): boolean {
  return partialDate.test(text);
}

/** Adds the missing zeros to a {@link writtenDate}, as ISO 8601 requires. */
export function paddedDate(written: string): string {
  return written.split("-").map((part) => part.padStart(2, "0")).join("-");
}

/** Whether a date of birth is in the future in every time zone. */
export function isToCome(date: string, now: Temporal.Instant): boolean {
  const latest = now.toZonedDateTimeISO("+14:00").toPlainDate().toString();
  return date > latest.slice(0, date.length);
}
