import { countryCode } from "../../core/country/country.ts";
import { type ListSource, listSource, listSources } from "../../core/lists/sources.ts";
import { ok, type Result } from "../../core/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command.ts";

/** One `--source KIND=PATH`. */
export interface SourceArgument {
  /** Which list. */
  readonly source: ListSource;
  /** A folder with the publisher's files, or one file. */
  readonly path: string;
}

/** What the caller wants. */
export type ListsCommand =
  | {
    readonly kind: "build";
    readonly sources: readonly SourceArgument[];
    readonly out: string;
    /** ISO 8601 calendar date, or null for the newest of each list's files. */
    readonly asOf: string | null;
    /** ISO 3166-1 alpha-2 of the country whose politically exposed persons are domestic, or null. */
    readonly home: string | null;
  }
  | { readonly kind: "inspect"; readonly file: string; readonly json: boolean }
  | { readonly kind: "fetch" };

/** Reads the command line after `lists`. */
export function parseListsCommand(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const [command, ...rest] = args;
  switch (command) {
    case "build":
      return parseBuild(rest);
    case "inspect":
      return parseInspect(rest);
    case "fetch":
      return ok({ kind: "fetch" });
    case undefined:
      return usage("Say what to do: build or inspect");
    default:
      return usage(`Unknown command "${command}"`);
  }
}

function parseBuild(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    source: { type: "string", multiple: true },
    out: { type: "string", multiple: true },
    "as-of": { type: "string", multiple: true },
    home: { type: "string", multiple: true },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (positionals[0] !== undefined) return usage(`Unexpected argument "${positionals[0]}"`);
  const sources: SourceArgument[] = [];
  for (const written of values.source ?? []) {
    const source = parseSource(written);
    if (!source.ok) return source;
    sources.push(source.value);
  }
  if (sources.length === 0) return usage("At least one --source KIND=PATH is needed");
  const [out, ...moreOut] = values.out ?? [];
  if (out === undefined || out === "") return usage("--out FILE is needed");
  const [asOf = null, ...moreDates] = values["as-of"] ?? [];
  if (moreOut.length + moreDates.length > 0) return usage("--out and --as-of are given once");
  if (asOf !== null && !isDate(asOf)) {
    return usage(`--as-of "${asOf}" is no calendar date like 2026-06-02`);
  }
  if (asOf !== null && asOf > new Date().toISOString().slice(0, 10)) {
    return usage(`--as-of "${asOf}" is a day to come`);
  }
  const [home = null, ...moreHomes] = values.home ?? [];
  if (moreHomes.length > 0) return usage("--home is given once");
  if (home !== null && (!/^[A-Z]{2}$/.test(home) || countryCode(home) !== home)) {
    return usage(`--home "${home}" is no country code like DE (ISO 3166-1)`);
  }
  return ok({ kind: "build", sources, out, asOf, home });
}

function parseInspect(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, { json: { type: "boolean", multiple: true } });
  if (!parsed.ok) return parsed;
  const [file, ...others] = parsed.value.positionals;
  if (file === undefined || others.length > 0) return usage("inspect takes one FILE");
  return ok({ kind: "inspect", file, json: parsed.value.values.json !== undefined });
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
