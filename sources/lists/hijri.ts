import { edtfPeriod } from "./edtf.ts";

/** A date of the Islamic calendar; month and day are 0 if unknown. */
export interface HijriDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Years of births on lists: 1800 to 2099 in the Gregorian calendar. */
const [yearMin, yearMax] = [1215, 1525];

/** Julian day number of the day before the first of the calendar (15 July 622, Julian). */
const dayBefore = 1_948_439;
/** Julian day number of 1 January 1970, by noon. */
const unixDay = 2_440_588;
const dayMilliseconds = 86_400_000;

/**
 * Converts a birth in the lunar Islamic calendar to the Gregorian calendar, in EDTF. Months began
 * when the moon was seen, some days sooner or later than in the tabular calendar, so that the
 * result is a period: three days for a day. Null for an invalid date.
 */
export function edtfOfHijri({ year, month, day }: HijriDate): string | null {
  if (year < yearMin || year > yearMax || month > 12 || day > 30) return null;
  if (month === 0 && day !== 0) return null;
  const first = gregorian({ year, month: Math.max(month, 1), day: Math.max(day, 1) }, -1);
  if (day !== 0) return edtfPeriod(first, gregorian({ year, month, day }, 1));
  const isLast = month === 0 || month === 12;
  const next = { year: isLast ? year + 1 : year, month: isLast ? 1 : month + 1, day: 1 };
  return edtfPeriod(first, gregorian(next, 0));
}

/** Reads `24/06/1402 (Hijri Calendar)`, with the day first; null for other text. */
export function edtfOfHijriNote(text: string): string | null {
  const [, day = "", month = "", year = ""] =
    /^(?:(?:(\d{1,2})\/)?(\d{1,2})\/)?(\d{4}) \(?Hijri\b/i.exec(text.trim()) ?? [];
  return year === ""
    ? null
    : edtfOfHijri({ year: Number(year), month: Number(month), day: Number(day) });
}

/** The Gregorian day of a date in the tabular calendar, plus a number of days. */
function gregorian({ year, month, day }: HijriDate, later: number) {
  const julianDay = dayBefore + day + Math.ceil(29.5 * (month - 1)) + 354 * (year - 1) +
    Math.floor((3 + 11 * year) / 30);
  const date = new Date((julianDay - unixDay + later) * dayMilliseconds);
  return {
    year: String(date.getUTCFullYear()),
    month: String(date.getUTCMonth() + 1),
    day: String(date.getUTCDate()),
  };
}
