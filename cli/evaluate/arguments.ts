import type { ParseArgsConfig } from "node:util";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";

/** One command of `evaluate`. */
export type EvaluateCommand =
  /** Derives weights and gates from the labels of the folder; `write` replaces those in force. */
  | { readonly kind: "fit"; readonly folder: string; readonly write: boolean }
  /**
   * Evaluates the labelled data of the folder; `errors` lists every wrong answer, `json` prints
   * only the figures that are kept.
   */
  | {
    readonly kind: "evaluate";
    readonly folder: string;
    readonly errors: boolean;
    readonly json: boolean;
  };

/** Location of the labelled data next to a checkout. */
const defaultFolder = "../shared/data/labelled";

const evaluateOptions = {
  errors: { type: "boolean" },
  fit: { type: "boolean" },
  json: { type: "boolean" },
  write: { type: "boolean" },
} as const satisfies ParseArgsConfig["options"];

/** Reads the command line after `evaluate`. */
export function parseEvaluateCommand(
  args: readonly string[],
): Result<EvaluateCommand, UsageRefusal> {
  const parsed = parseOptions(args, evaluateOptions);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [folder = defaultFolder, ...others] = positionals;
  if (others.length > 0) return usage("evaluate takes one DIR");
  const report = values.errors === true || values.json === true;
  if (values.fit === true) {
    if (report) return usage("--fit prints no report: leave out --errors and --json");
    return ok({ kind: "fit", folder, write: values.write === true });
  }
  if (values.write === true) return usage("--write goes with --fit");
  return ok({
    kind: "evaluate",
    folder,
    errors: values.errors === true,
    json: values.json === true,
  });
}
