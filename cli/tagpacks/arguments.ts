import { ok, type Result } from "../../base/result.ts";
import { type InspectCommand, parseInspect } from "../command/inspect_arguments.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, textOption } from "../command/options.ts";

/** The command `tagpacks build`. */
export interface BuildTagPacks {
  readonly kind: "build";
  /** The folder that `packs/` is in. */
  readonly path: string;
  /** The folder of the taxonomy, or null for `taxonomy/` beside the packs. */
  readonly taxonomy: string | null;
  readonly out: string;
}

/** One command of `tagpacks`. */
export type TagPacksCommand =
  | BuildTagPacks
  | {
    readonly kind: "publish";
    readonly file: string;
    readonly key: string;
    /** The folder that is published. */
    readonly to: string;
    /** Whether it may have lost tags. */
    readonly acceptLoss: boolean;
  }
  | InspectCommand;

/** Reads the command line after `tagpacks`. */
export function parseTagPacksCommand(
  args: readonly string[],
): Result<TagPacksCommand, UsageRefusal> {
  const [command, ...rest] = args;
  switch (command) {
    case "build":
      return parseBuild(rest);
    case "inspect":
      return parseInspect(rest);
    case "publish":
      return parsePublish(rest);
    case undefined:
      return usage("Say what to do: build, inspect or publish");
    default:
      return usage(`Unknown command "${command}"`);
  }
}

function parseBuild(args: readonly string[]): Result<BuildTagPacks, UsageRefusal> {
  const parsed = parseOptions(args, { out: textOption, taxonomy: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals: [path, ...others] } = parsed.value;
  if (path === undefined || path === "" || others.length > 0) return usage("build takes one PATH");
  const taxonomy = once("--taxonomy DIR", values.taxonomy);
  if (!taxonomy.ok) return taxonomy;
  const out = neededOnce("--out FILE", values.out);
  if (!out.ok) return out;
  return ok({ kind: "build", path, taxonomy: taxonomy.value, out: out.value });
}

function parsePublish(args: readonly string[]): Result<TagPacksCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    key: textOption,
    to: textOption,
    "accept-loss": { type: "boolean", multiple: true },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals: [file, ...others] } = parsed.value;
  if (file === undefined || others.length > 0) return usage("publish takes one FILE");
  const key = neededOnce("--key FILE", values.key);
  if (!key.ok) return key;
  const to = neededOnce("--to DIR", values.to);
  if (!to.ok) return to;
  const acceptLoss = values["accept-loss"] !== undefined;
  return ok({ kind: "publish", file, key: key.value, to: to.value, acceptLoss });
}
