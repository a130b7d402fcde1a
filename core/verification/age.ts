/**
 * Whether a person is 18 or older on a day (decisions.md part 9). A person born on 29 February is
 * on 1 March of a common year: never early.
 *
 * @param birthdate a whole date, `1984-08-12`
 * @param today UTC
 * @returns null when it is no date of the calendar, or in the future
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

/** A date with day and month (RFC 3339 full-date), of the year 1 or later. @returns null when it is none */
export function parseFullDate(text: unknown): Temporal.PlainDate | null {
  if (typeof text !== "string" || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return null; // 30 February
  }
}
