import type { VerificationRules } from "../policy/verification.ts";
import { type CheckRegistry, checkRegistry } from "../presentation/check_definition.ts";
import type { VerificationCheck } from "./check_definition.ts";
import type { CheckType } from "./check_type.ts";
import { checks, checkTypes } from "./check_types.ts";
import { wideCheckTypes } from "./wide_check_types.ts";

const wideChecks: CheckRegistry<CheckType, VerificationCheck> = checkRegistry(wideCheckTypes);

/** A check in its requested form. */
export interface CheckToAsk {
  readonly templateVersion: string;
  readonly check: VerificationCheck;
}

/** Returns a check in the form that policy `verification.credentialQueries` selects. */
export function checkToAsk(
  checkType: CheckType,
  queries: VerificationRules["credentialQueries"],
): CheckToAsk {
  const [registry, types] = queries === "wide"
    ? [wideChecks, wideCheckTypes]
    : [checks, checkTypes];
  return { templateVersion: registry.versionOf(checkType), check: types[checkType] };
}

/**
 * All forms of all checks, so that a session is answered in its own form even if the policy changed
 * meanwhile.
 */
export const knownChecks: Pick<CheckRegistry<CheckType, VerificationCheck>, "find"> = {
  find: (templateVersion) => checks.find(templateVersion) ?? wideChecks.find(templateVersion),
};
