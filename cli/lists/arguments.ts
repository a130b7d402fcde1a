import {
  fetchedSources,
  type ListSource,
  listSource,
  publisherOf,
} from "../../sources/lists/publishers.ts";
import { ok, type Result } from "../../base/result.ts";
import { type InspectCommand, parseInspect } from "../command/inspect_arguments.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";
import { type BuildCommand, parseBuild } from "./build_arguments.ts";

/** One command of `lists`. */
export type ListsCommand =
  | BuildCommand
  | InspectCommand
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

function parseFetch(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    only: textOption,
    out: textOption,
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const out = neededOnce("--out DIR", values.out);
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
    name: textOption,
    out: textOption,
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const given = once("--name", values.name);
  if (!given.ok) return given;
  const name = given.value ?? "aval-lists";
  if (!/^[A-Za-z0-9._/-]{1,100}$/.test(name)) {
    return usage("--name is given once: letters, digits, dots, slashes and hyphens");
  }
  const out = neededOnce("--out FILE", values.out);
  return out.ok ? ok({ kind: "keygen", name, out: out.value }) : out;
}

function parsePublish(args: readonly string[]): Result<ListsCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    key: textOption,
    to: textOption,
    "accept-loss": textOption,
  });
  if (!parsed.ok) return parsed;
  const { values, positionals: [snapshot, ...others] } = parsed.value;
  if (snapshot === undefined || others.length > 0) return usage("publish takes one SNAPSHOT");
  const key = neededOnce("--key FILE", values.key);
  if (!key.ok) return key;
  const to = neededOnce("--to DIR", values.to);
  if (!to.ok) return to;
  const accepted = [...new Set(values["accept-loss"] ?? [])];
  return ok({ kind: "publish", snapshot, key: key.value, to: to.value, accepted });
}
