import publishedGates from "../../core/screening/gates.json" with { type: "json" };
import type { Matcher } from "../../core/matching/ports.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { Gates, movedGates, pinRules, type ScreeningRules } from "../../core/screening/gates.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { ScreeningGates } from "../../core/policy/screening.ts";
import { openMatcher } from "../../wasm/matcher.ts";

/** The engine that screens names, in the service and in commands. */
export interface Engine {
  readonly matcher: Matcher;
  readonly rules: ScreeningRules;
}

/** Opens the matching core with the weights in force and the gates from the policy. */
export async function openEngine(
  policy: ScreeningGates = defaultPolicy.screening,
): Promise<Engine> {
  const gates = movedGates(Gates.parse(publishedGates), policy);
  return { matcher: openMatcher(defaultWeights), rules: await pinRules(gates, defaultWeights) };
}
