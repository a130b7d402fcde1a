import type { SnapshotBuilder } from "../../core/lists/build_snapshot.ts";
import type { Matcher } from "../../core/ports/matcher.ts";
import gates from "../../core/screening/gates.json" with { type: "json" };
import { Gates, pinRules, type ScreeningRules } from "../../core/screening/gates.ts";
import { defaultWeights } from "../../core/screening/weights.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";

/** What the service screens with: the same core, weights and gates. */
export interface Engine {
  readonly matcher: Matcher;
  readonly rules: ScreeningRules;
  readonly openBuilder: () => SnapshotBuilder;
}

/** Opens the matching core with the numbers that the service uses. */
export async function openEngine(): Promise<Engine> {
  return {
    matcher: openMatcher(defaultWeights),
    rules: await pinRules(Gates.parse(gates), defaultWeights),
    openBuilder: openSnapshotBuilder,
  };
}
