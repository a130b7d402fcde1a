/**
 * Whether a person is 18 or older on a day (decisions.md part 9). A person born on 29 February
 * reaches an age on 1 March of a common year.
 *
 * @param birthdate a whole date, `1984-08-12`
 * @param today UTC
 * @returns null for a date that does not exist, or is in the future
 */
export function isOver18(birthdate: unknown, today: Temporal.PlainDate): boolean | null {
  const born = parseFullDate(birthdate);
  if (born === null || Temporal.PlainDate.compare(born, today) > 0) return null;
  const isLeapDay = born.month === 2 && born.day === 29;
  const year = born.year + 18;
  const isLeapYear = Temporal.PlainDate.from({ year, month: 1, day: 1 }).inLeapYear;
  const from = isLeapDay && !isLeapYear
    ? Temporal.PlainDate.from({ year, month: 3, day: 1 })
    : born.with({ year });
  return Temporal.PlainDate.compare(today, from) >= 0;
}

/**
 * Parses a date with day and month (RFC 3339 full-date), from year 1.
 *
 * @returns null for another value
 */
export function parseFullDate(text: unknown): Temporal.PlainDate | null {
  if (typeof text !== "string" || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return null; // 30 February
  }
}
