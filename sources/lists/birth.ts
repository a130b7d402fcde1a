import { birthYears } from "../../core/nouns.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const fullMonths = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const { min: yearMin, max: yearMax } = birthYears;

/**
 * Converts the date of birth in a remark to EDTF (ISO 8601-2): `16 Jul 1969` is `1969-07-16`, `Jul
 * 1969` is `1969-07`, `circa 1965` is `1965~`, `1958 to 1960` is `1958/1960`, and an approximate
 * interval is circa at both ends, as is a part of a decade (`late 1960s`). Null for another text,
 * or a day that does not exist.
 */
export function parseBirth(text: string): string | null {
  const written = text.trim().replace(/\.$/, "").replace(/\s+/g, " ").toLowerCase();
  const [, circa, dates = ""] = /^((?:circa|approximately|ca?\.) ?)?(.*)$/.exec(written) ?? [];
  const mark = circa === undefined ? "" : "~";
  const point = parsePoint(dates);
  if (point !== null) return point + mark;
  const [, from = "", to = ""] = /^between (.+) and (.+)$/.exec(dates) ??
    /^(?:from )?(.+) to (.+)$/.exec(dates) ??
    /^(\d{4}) ?- ?(\d{4})$/.exec(dates) ?? [];
  const end = parsePoint(to);
  if (end === null) return parseDecade(dates, mark);
  const start = parsePoint(from) ?? parsePoint(`${from} ${end.slice(0, 4)}`);
  if (start === null || start > lastOf(end)) return null;
  return `${start}${mark}/${end}${mark}`;
}

/** Parses `1960s` or `the early 1960s`. */
function parseDecade(text: string, mark: string): string | null {
  const [, part, decade] = /^(?:the )?(?:(early|mid|late)[ -])?(\d{3})0s$/.exec(text) ?? [];
  if (decade === undefined || parsePoint(`${decade}0`) === null) return null;
  const [first, last] = { early: [0, 4], mid: [3, 7], late: [5, 9] }[part ?? ""] ?? [0, 9];
  const rough = part === undefined ? mark : "~";
  return `${decade}${first}${rough}/${decade}${last}${rough}`;
}

/** Converts `16 jul 1969`, `jul 1969` or `1969` to ISO 8601. */
function parsePoint(text: string): string | null {
  const [, day, monthName, year = ""] = /^(?:(?:(\d{1,2}) )?([a-z]+) )?(\d{4})$/.exec(text) ?? [];
  if (Number(year) < yearMin || Number(year) > yearMax) return null;
  if (monthName === undefined) return year;
  const month = monthOf(monthName);
  if (month === null) return null;
  const isoMonth = `${year}-${String(month).padStart(2, "0")}`;
  if (day === undefined) return isoMonth;
  const days = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  if (Number(day) < 1 || Number(day) > days) return null;
  return `${isoMonth}-${day.padStart(2, "0")}`;
}

/** The number of a month from its name, 1 to 12; null for another word. */
function monthOf(name: string): number | null {
  const index = Math.max(months.indexOf(name), fullMonths.indexOf(name));
  if (name === "sept") return 9;
  return index < 0 ? null : index + 1;
}

/** Returns a text that sorts after every date within the given one. */
function lastOf(date: string): string {
  return `${date}~`;
}
