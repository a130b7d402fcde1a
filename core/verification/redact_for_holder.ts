import type { VerificationRules } from "../policy/verification.ts";
import type { VerificationDecision } from "./schema.ts";
import { notScreened } from "./screen_subject.ts";

/**
 * Redacts a decision for the wallet's holder, who reads it in the callback's reply or by a
 * session's token: a deployment may hide the result of screening (policy `callbackDetail`).
 */
export function redactForHolder<Decision extends VerificationDecision>(
  decision: Decision,
  { callbackDetail }: Pick<VerificationRules, "callbackDetail">,
): Decision {
  if (callbackDetail === "full") return decision;
  const { nameCoverage: _, ...rest } = decision;
  return { ...rest, ...notScreened } as Decision;
}
