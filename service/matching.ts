import publishedGates from "../core/screening/gates.json" with { type: "json" };
import type { Matcher } from "../core/matching/ports.ts";
import { defaultWeights } from "../core/matching/weights.ts";
import { Gates, pinRules, type ScreeningRules } from "../core/screening/gates.ts";
import { openMatcher } from "../wasm/matcher.ts";

/** What screens names, in the service and in the terminal alike. */
export interface Engine {
  readonly matcher: Matcher;
  readonly rules: ScreeningRules;
}

/** Opens the matching core with the gates and weights in force. */
export async function openEngine(): Promise<Engine> {
  return {
    matcher: openMatcher(defaultWeights),
    rules: await pinRules(Gates.parse(publishedGates), defaultWeights),
  };
}
