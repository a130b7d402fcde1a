import type { ParseArgsConfig } from "node:util";
import { ok, type Result } from "../../base/result.ts";
import { type InspectCommand, parseInspect } from "../command/inspect_arguments.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, textOption } from "../command/options.ts";

/** One command of `registers`. */
export type RegistersCommand =
  | { readonly kind: "build"; readonly paths: readonly string[]; readonly out: string }
  | InspectCommand
  | {
    readonly kind: "find";
    readonly file: string;
    /** An LEI, or a country and a number of its register. */
    readonly asked:
      | { readonly lei: string }
      | { readonly country: string; readonly number: string };
  }
  | {
    readonly kind: "check";
    readonly country: string;
    readonly number: string;
    readonly scheme: string | null;
    readonly json: boolean;
  }
  /** JSON lines on standard input. */
  | { readonly kind: "checkLines" };

/** Reads the command line after `registers`. */
export function parseRegistersCommand(
  args: readonly string[],
): Result<RegistersCommand, UsageRefusal> {
  const [command, ...rest] = args;
  switch (command) {
    case "build":
      return parseBuild(rest);
    case "inspect":
      return parseNamedInspect(rest);
    case "find":
      return parseFind(rest);
    case "check":
      return parseCheck(rest);
    case undefined:
      return usage("Say what to do: build, inspect, find or check");
    default:
      return usage(`Unknown command "${command}"`);
  }
}

const jsonOption = { type: "boolean", multiple: true } as const;

function parseBuild(args: readonly string[]): Result<RegistersCommand, UsageRefusal> {
  const parsed = parseOptions(args, { out: textOption });
  if (!parsed.ok) return parsed;
  const paths = parsed.value.positionals;
  if (paths.length === 0 || paths.includes("")) return usage("build takes one PATH or several");
  const out = neededOnce("--out FILE", parsed.value.values.out);
  return out.ok ? ok({ kind: "build", paths, out: out.value }) : out;
}

function parseNamedInspect(args: readonly string[]): Result<InspectCommand, UsageRefusal> {
  const parsed = parseInspect(args);
  return parsed.ok && parsed.value.file === "" ? usage("inspect takes one FILE") : parsed;
}

function parseFind(args: readonly string[]): Result<RegistersCommand, UsageRefusal> {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const [file, first, number, ...others] = parsed.value.positionals;
  if (file === undefined || first === undefined || others.length > 0) {
    return usage("find takes FILE and LEI, or FILE, COUNTRY and NUMBER");
  }
  const asked = number === undefined ? { lei: first } : { country: first, number };
  return ok({ kind: "find", file, asked });
}

const checkOptions = { scheme: textOption, json: jsonOption } as const satisfies ParseArgsConfig[
  "options"
];

function parseCheck(args: readonly string[]): Result<RegistersCommand, UsageRefusal> {
  const parsed = parseOptions(args, checkOptions);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const scheme = once("--scheme", values.scheme);
  if (!scheme.ok) return scheme;
  const [country, number, ...others] = positionals;
  if (country === undefined || (country === "-" && number === undefined)) {
    return scheme.value === null
      ? ok({ kind: "checkLines" })
      : usage("--scheme goes with COUNTRY and NUMBER; a line names its own");
  }
  if (number === undefined || others.length > 0) {
    return usage("check takes COUNTRY and NUMBER, or JSON lines on standard input");
  }
  const json = values.json !== undefined;
  return ok({ kind: "check", country, number, scheme: scheme.value, json });
}
