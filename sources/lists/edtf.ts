import { birthYears } from "../../core/nouns.ts";

const { min: yearMin, max: yearMax } = birthYears;

/** A date whose month and day may be unknown. */
export interface DateParts {
  /** Four digits. */
  readonly year: string;
  /** 1 to 12, with or without a leading zero; empty, zeros or letters if unknown. */
  readonly month?: string | null;
  /** 1 to 31, with or without a leading zero; empty, zeros or letters if unknown. */
  readonly day?: string | null;
}

/**
 * Makes a date in EDTF (ISO 8601-2), as precise as its parts: `1969-07-16`, `1969-07` or `1969`.
 * Null for an invalid year, or a day that does not exist. A day without a month is dropped.
 */
export function edtfDate({ year, month, day }: DateParts): string | null {
  if (!/^\d{4}$/.test(year) || Number(year) < yearMin || Number(year) > yearMax) return null;
  const inYear = known(month);
  if (inYear === null) return year;
  if (inYear > 12) return null;
  const upToMonth = `${year}-${String(inYear).padStart(2, "0")}`;
  const inMonth = known(day);
  if (inMonth === null) return upToMonth;
  const days = new Date(Date.UTC(Number(year), inYear, 0)).getUTCDate();
  return inMonth > days ? null : `${upToMonth}-${String(inMonth).padStart(2, "0")}`;
}

/** Reads `1969`, `1969-07` or `1969-07-16`, with or without a time of day; null otherwise. */
export function edtfOfIso(text: string): string | null {
  const [, year = "", month, day] =
    /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/.exec(text) ?? [];
  return edtfDate({ year, month: month ?? null, day: day ?? null });
}

/** Makes a range between two dates; null if either is null, or the range runs backwards. */
export function edtfRange(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  if (from === to) return from;
  return from < `${to}~` ? `${from}/${to}` : null;
}

/** Marks a date as approximate. */
export function circa(edtf: string | null): string | null {
  return edtf === null ? null : edtf.split("/").map((end) => `${end}~`).join("/");
}

/**
 * Makes a period from its first and last day, in the shortest form: publishers write whole years
 * and months as their first and last day.
 */
export function edtfPeriod(first: DateParts, last: DateParts): string | null {
  const [from, to] = [edtfDate(first), edtfDate(last)];
  if (from === null || to === null || from === to) return from === null ? null : to;
  const [startsYear, endsYear] = [from.endsWith("-01-01"), to.endsWith("-12-31")];
  if (startsYear && endsYear) return edtfRange(from.slice(0, 4), to.slice(0, 4));
  const month = edtfDate({ ...last, day: null });
  const next = edtfDate({ ...last, day: String(Number(last.day) + 1) });
  if (from.endsWith("-01") && from.slice(0, 7) === month && next === null) return month;
  return edtfRange(from, to);
}

/** A number from 1, or null if the publisher does not know it. */
function known(part: string | null | undefined): number | null {
  const text = part?.trim() ?? "";
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}
