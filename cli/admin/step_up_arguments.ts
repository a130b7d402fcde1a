import type { SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";
import { parseDuration } from "./duration.ts";
import { readSignatory } from "./signatory_arguments.ts";

/** Signs a step-up assertion of a sandbox. */
export interface StepUpCommand {
  readonly kind: "step-up sign";
  readonly signatoryId: SignatoryId;
  readonly lifetimeSeconds: number;
}

const lifetimeSecondsMax = 3_600;

/** Reads the command line after `admin step-up sign`. */
export function parseStepUpSign(args: readonly string[]): Result<StepUpCommand, UsageRefusal> {
  const parsed = parseOptions(args, { signatory: textOption, lifetime: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const signatory = neededOnce("--signatory ID", values.signatory);
  if (!signatory.ok) return signatory;
  const signatoryId = readSignatory("--signatory", signatory.value);
  if (!signatoryId.ok) return signatoryId;
  const lifetime = once("--lifetime", values.lifetime);
  if (!lifetime.ok) return lifetime;
  const lifetimeSeconds = parseDuration(lifetime.value ?? "5m");
  return lifetimeSeconds === null || lifetimeSeconds < 1 || lifetimeSeconds > lifetimeSecondsMax
    ? usage("--lifetime takes a time of 1s to 1h, such as 90s or 5m")
    : ok({ kind: "step-up sign", signatoryId: signatoryId.value, lifetimeSeconds });
}
