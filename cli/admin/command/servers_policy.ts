import { ok, type Result } from "../../../base/result.ts";
import { parsePolicy, type Policy } from "../../../core/policy/policy.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";
import type { Variables } from "./secrets.ts";

/** The servers' policy: `AVAL_POLICY`, or the defaults. */
export async function readServersPolicy(
  { AVAL_POLICY: file }: Variables,
): Promise<Result<Policy, CommandRefusal>> {
  const text = file === undefined ? undefined : await Deno.readTextFile(file).catch(() => null);
  if (text === null) return failed("AVAL_POLICY: its file cannot be read");
  const policy = parsePolicy(text);
  if (!policy.ok) return failed(`AVAL_POLICY: ${policy.refusal.problems.join("; ")}`);
  return ok(policy.value);
}
