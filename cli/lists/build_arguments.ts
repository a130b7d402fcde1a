import { countryCode } from "../../standards/country/country.ts";
import { type ListSource, listSource, listSources } from "../../sources/lists/publishers.ts";
import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "../command/command.ts";
import { once } from "../command/options.ts";
import { needed, optional, repeated } from "../command/parameter.ts";
import { takes } from "../command/record.ts";

/** One `--source KIND=PATH`. */
export interface SourceArgument {
  /** Which list. */
  readonly source: ListSource;
  /** A folder with the publisher's files, or one file. */
  readonly path: string;
}

/** The arguments of `lists build`. */
export const buildArguments = takes({
  from: optional("--from DIR"),
  sources: repeated("--source KIND=PATH", readSource),
  out: needed("--out FILE"),
  dates: repeated("--as-of [KIND=]DATE"),
  home: optional("--home COUNTRY", readHome),
}, ({ dates, ...given }) => {
  if (given.sources.length === 0 && given.from === null) {
    return usage("At least one --source KIND=PATH is needed, or --from DIR");
  }
  const asOf = parseDates(dates);
  return asOf.ok ? ok({ ...given, ...asOf.value }) : asOf;
});

/** The arguments of `lists build`. */
export interface ListsBuild {
  readonly sources: readonly SourceArgument[];
  /** A folder that `fetch` filled, of which every list is read; or null. */
  readonly from: string | null;
  readonly out: string;
  /** ISO 8601 calendar date; null: the newest date among each list's files. */
  readonly asOf: string | null;
  /** Dates of single lists. */
  readonly asOfByList: ReadonlyMap<ListSource, string>;
  /**
   * ISO 3166-1 alpha-2 of the country whose politically exposed persons count as domestic; or null.
   */
  readonly home: string | null;
}

/** Parses `DATE` for every list whose files state none, and `KIND=DATE` for one. */
function parseDates(
  values: readonly string[],
): Result<Pick<ListsBuild, "asOf" | "asOfByList">, UsageRefusal> {
  const asOfByList = new Map<ListSource, string>();
  for (const written of values.filter((value) => value.includes("="))) {
    const [kind = "", ...rest] = written.split("=");
    const source = listSource(kind);
    if (source === null) return usage(`--as-of "${written}" names no list that can be read`);
    if (asOfByList.has(source)) return usage(`--as-of dates ${source} twice`);
    const date = parseDate(rest.join("="));
    if (!date.ok) return date;
    asOfByList.set(source, date.value);
  }
  const whole = once("--as-of DATE", values.filter((value) => !value.includes("=")));
  if (!whole.ok) return whole;
  if (whole.value === null) return ok({ asOf: null, asOfByList });
  const date = parseDate(whole.value);
  return date.ok ? ok({ asOf: date.value, asOfByList }) : date;
}

function parseDate(written: string): Result<string, UsageRefusal> {
  if (!isDate(written)) {
    return usage(`--as-of "${written}" is not a calendar date such as 2026-06-02`);
  }
  return written > new Date().toISOString().slice(0, 10)
    ? usage(`--as-of "${written}" is a day to come`)
    : ok(written);
}

function readHome(home: string): Result<string, UsageRefusal> {
  return /^[A-Z]{2}$/.test(home) && countryCode(home) === home
    ? ok(home)
    : usage(`--home "${home}" is not a country code such as DE (ISO 3166-1)`);
}

function readSource(written: string): Result<SourceArgument, UsageRefusal> {
  const [, kind = "", path = ""] = /^([^=]*)=(.+)$/s.exec(written) ?? [];
  if (path === "") return usage(`--source "${written}" is not of the form KIND=PATH`);
  const source = listSource(kind);
  return source === null
    ? usage(`Source "${kind}" cannot be read; known are ${listSources.join(", ")}, ftm:DATASET`)
    : ok({ source, path });
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
