import { countryCode } from "../../standards/country/country.ts";
import { type ListSource, listSource, listSources } from "../../sources/lists/publishers.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";

/** One `--source KIND=PATH`. */
export interface SourceArgument {
  /** Which list. */
  readonly source: ListSource;
  /** A folder with the publisher's files, or one file. */
  readonly path: string;
}

/** The command `lists build`. */
export interface BuildCommand {
  readonly kind: "build";
  readonly sources: readonly SourceArgument[];
  /** A folder that `fetch` has filled, of which every list is read, or null. */
  readonly from: string | null;
  readonly out: string;
  /** ISO 8601 calendar date, or null for the newest of each list's files. */
  readonly asOf: string | null;
  /** The same for single lists. */
  readonly asOfByList: ReadonlyMap<ListSource, string>;
  /** ISO 3166-1 alpha-2 of the country whose politically exposed persons are domestic, or null. */
  readonly home: string | null;
}

/** Reads the command line after `lists build`. */
export function parseBuild(args: readonly string[]): Result<BuildCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    source: textOption,
    from: textOption,
    out: textOption,
    "as-of": textOption,
    home: textOption,
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const sources: SourceArgument[] = [];
  for (const written of values.source ?? []) {
    const source = parseSource(written);
    if (!source.ok) return source;
    sources.push(source.value);
  }
  const from = once("--from", values.from);
  if (!from.ok) return from;
  if (sources.length === 0 && from.value === null) {
    return usage("At least one --source KIND=PATH is needed, or --from DIR");
  }
  const out = neededOnce("--out FILE", values.out);
  if (!out.ok) return out;
  const asOf = parseDates(values["as-of"] ?? []);
  if (!asOf.ok) return asOf;
  const home = parseHome(values.home);
  if (!home.ok) return home;
  return ok({
    kind: "build",
    sources,
    from: from.value,
    out: out.value,
    ...asOf.value,
    home: home.value,
  });
}

/** `DATE` for every list whose files state none, and `KIND=DATE` for one. */
function parseDates(
  values: readonly string[],
): Result<Pick<BuildCommand, "asOf" | "asOfByList">, UsageRefusal> {
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
  if (!isDate(written)) return usage(`--as-of "${written}" is no calendar date like 2026-06-02`);
  return written > new Date().toISOString().slice(0, 10)
    ? usage(`--as-of "${written}" is a day to come`)
    : ok(written);
}

function parseHome(values?: readonly string[]): Result<string | null, UsageRefusal> {
  const home = once("--home", values);
  if (!home.ok || home.value === null) return home;
  return /^[A-Z]{2}$/.test(home.value) && countryCode(home.value) === home.value
    ? home
    : usage(`--home "${home.value}" is no country code like DE (ISO 3166-1)`);
}

function parseSource(written: string): Result<SourceArgument, UsageRefusal> {
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
