import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "./command.ts";

/** The command `inspect` of a task that builds files. */
export interface InspectCommand {
  readonly kind: "inspect";
  readonly file: string;
  readonly json: boolean;
}

/** Reads the arguments of `inspect FILE [--json]`. */
export function parseInspect(args: readonly string[]): Result<InspectCommand, UsageRefusal> {
  const parsed = parseOptions(args, { json: { type: "boolean", multiple: true } });
  if (!parsed.ok) return parsed;
  const [file, ...others] = parsed.value.positionals;
  if (file === undefined || others.length > 0) return usage("inspect takes one FILE");
  return ok({ kind: "inspect", file, json: parsed.value.values.json !== undefined });
}
