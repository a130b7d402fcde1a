import type { ParseArgsConfig } from "node:util";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { ok, type Result } from "../../base/result.ts";
import { screeningRequest } from "../../core/screening/schema.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { once, textOption } from "../command/options.ts";

/** One command of `match`. */
export type MatchCommand =
  | {
    readonly kind: "query";
    readonly name: string;
    /** `1969`, `1969-07` or `1969-07-16`. */
    readonly dob: string | null;
    readonly nationality: string | null;
    readonly json: boolean;
    /** The identifier of an entry of which to say why it is no candidate; null for none. */
    readonly whyNot: string | null;
  }
  /** `-` is standard input. */
  | { readonly kind: "pairs"; readonly file: string };

/** Reads the command line after `match`. */
export function parseMatchCommand(args: readonly string[]): Result<MatchCommand, UsageRefusal> {
  const [command, ...rest] = args;
  switch (command) {
    case "query":
      return parseQuery(rest);
    case "pairs":
      return parsePairs(rest);
    case undefined:
      return usage("Say what to do: query or pairs");
    default:
      return usage(`Unknown command "${command}"`);
  }
}

const queryOptions = {
  dob: textOption,
  nationality: textOption,
  json: { type: "boolean", multiple: true },
  "why-not": textOption,
} as const satisfies ParseArgsConfig["options"];

const Request = screeningRequest(defaultPolicy.limits);

/** Holds the arguments to what the route takes, so that the terminal refuses what it refuses. */
function parseQuery(args: readonly string[]): Result<MatchCommand, UsageRefusal> {
  const parsed = parseOptions(args, queryOptions);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [name, ...others] = positionals;
  if (name === undefined || name.trim() === "") return usage("query takes a NAME");
  if (others.length > 0) return usage("query takes one NAME: put its words between quotes");
  const dob = once("--dob", values.dob);
  if (!dob.ok) return dob;
  const nationality = once("--nationality", values.nationality);
  if (!nationality.ok) return nationality;
  const whyNot = once("--why-not", values["why-not"]);
  if (!whyNot.ok) return whyNot;
  if (whyNot.value !== null && values.json !== undefined) {
    return usage("--why-not is for people: leave out --json");
  }
  const read = Request.safeParse({
    name,
    dob: dob.value ?? undefined,
    nationality: nationality.value ?? undefined,
  });
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: "Wrong usage" };
    return usage(`${path[0] === "name" ? "NAME" : `--${String(path[0])}`}: ${message}`);
  }
  return ok({
    kind: "query",
    name,
    dob: read.data.dob ?? null,
    nationality: nationality.value,
    json: values.json !== undefined,
    whyNot: whyNot.value,
  });
}

function parsePairs(args: readonly string[]): Result<MatchCommand, UsageRefusal> {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const [file, ...others] = parsed.value.positionals;
  if (file === undefined || file === "" || others.length > 0) {
    return usage("pairs takes one FILE, or - for standard input");
  }
  return ok({ kind: "pairs", file });
}
