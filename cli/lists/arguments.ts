import { countryCode } from "../../standards/country/country.ts";
import {
  fetchedSources,
  type ListSource,
  listSource,
  listSources,
  publisherOf,
} from "../../sources/lists/publishers.ts";
import { ok, type Result } from "../../base/result.ts";
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
    /** A folder that `fetch` has filled, of which every list is read, or null. */
    readonly from: string | null;
    readonly out: string;
    /** ISO 8601 calendar date, or null for the newest of each list's files. */
    readonly asOf: string | null;
    /** ISO 3166-1 alpha-2 of the country whose politically exposed persons are domestic, or null. */
    readonly home: string | null;
  }
  | { readonly kind: "inspect"; readonly file: string; readonly json: boolean }
  | {
    readonly kind: "fetch";
    readonly sources: readonly ListSource[];
    /** The folder to fill. */
    readonly out: string;
  }
  | { readonly kind: "keygen"; readonly name: string; readonly out: string }
  | {
    readonly kind: "publish";
    readonly snapshot: string;
    /** The file of the key that signs. */
    readonly key: string;
    /** The folder that servers follow. */
    readonly to: string;
    /** Lists that may have shrunk, or be gone. */
    readonly accepted: readonly string[];
  };

/** Reads the command line after `lists`. */
export function parseListsCommand(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const [command, ...rest] = args;
  switch (command) {
    case "build":
      return parseBuild(rest);
    case "inspect":
      return parseInspect(rest);
    case "fetch":
      return parseFetch(rest);
    case "keygen":
      return parseKeygen(rest);
    case "publish":
      return parsePublish(rest);
    case undefined:
      return usage("Say what to do: fetch, build, inspect, keygen or publish");
    default:
      return usage(`Unknown command "${command}"`);
  }
}

function parseBuild(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    source: { type: "string", multiple: true },
    from: { type: "string", multiple: true },
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
  const [from = null, ...moreFrom] = values.from ?? [];
  if (moreFrom.length > 0) return usage("--from is given once");
  if (sources.length === 0 && from === null) {
    return usage("At least one --source KIND=PATH is needed, or --from DIR");
  }
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
  return ok({ kind: "build", sources, from, out, asOf, home });
}

function parseInspect(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, { json: { type: "boolean", multiple: true } });
  if (!parsed.ok) return parsed;
  const [file, ...others] = parsed.value.positionals;
  if (file === undefined || others.length > 0) return usage("inspect takes one FILE");
  return ok({ kind: "inspect", file, json: parsed.value.values.json !== undefined });
}

function parseFetch(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    only: { type: "string", multiple: true },
    out: { type: "string", multiple: true },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (positionals[0] !== undefined) return usage(`Unexpected argument "${positionals[0]}"`);
  const out = given("--out DIR", values.out);
  if (!out.ok) return out;
  const sources: ListSource[] = [];
  for (const kind of values.only ?? []) {
    const source = listSource(kind);
    if (source === null || publisherOf(source).download === null) {
      const known = [...fetchedSources, "ftm:DATASET"].join(", ");
      return usage(`"${kind}" cannot be fetched; known are ${known}`);
    }
    sources.push(source);
  }
  const wanted = sources.length === 0 ? fetchedSources : [...new Set(sources)];
  return ok({ kind: "fetch", sources: wanted, out: out.value });
}

function parseKeygen(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    name: { type: "string", multiple: true },
    out: { type: "string", multiple: true },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (positionals[0] !== undefined) return usage(`Unexpected argument "${positionals[0]}"`);
  const [name = "aval-lists", ...more] = values.name ?? [];
  if (more.length > 0 || !/^[A-Za-z0-9._/-]{1,100}$/.test(name)) {
    return usage("--name is given once: letters, digits, dots, slashes and hyphens");
  }
  const out = given("--out FILE", values.out);
  return out.ok ? ok({ kind: "keygen", name, out: out.value }) : out;
}

function parsePublish(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    key: { type: "string", multiple: true },
    to: { type: "string", multiple: true },
    "accept-loss": { type: "string", multiple: true },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals: [snapshot, ...others] } = parsed.value;
  if (snapshot === undefined || others.length > 0) return usage("publish takes one SNAPSHOT");
  const key = given("--key FILE", values.key);
  if (!key.ok) return key;
  const to = given("--to DIR", values.to);
  if (!to.ok) return to;
  const accepted = [...new Set(values["accept-loss"] ?? [])];
  return ok({ kind: "publish", snapshot, key: key.value, to: to.value, accepted });
}

/** The value of an option that is given once. */
function given(
  option: string,
  [value, ...more]: readonly string[] = [],
): Result<string, UsageRefusal> {
  return value === undefined || value === "" || more.length > 0
    ? usage(`${option} is needed, once`)
    : ok(value);
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
