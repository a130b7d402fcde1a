import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { TrustRules } from "../policy/trust.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import { countOverdue } from "./anchor_revocations.ts";
import { secondsSinceRead, type TrustAnchors } from "./anchors_in_force.ts";

/**
 * Measures the number of trust anchors and the time since their last read, and opens the checks
 * that log when that time exceeds the policy (`trust_anchors_stale`) and when it no longer does
 * (`trust_anchors_fresh`), when revocation lists are after their next update
 * (`revocation_lists_overdue`), and when none is any more (`revocation_lists_current`).
 */
export function watchAnchors({ anchors, rules, clock, log, telemetry }: {
  readonly anchors: TrustAnchors;
  readonly rules: TrustRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, "observe">;
}): () => void {
  const age = () => secondsSinceRead(anchors.current(), clock.now());
  telemetry.observe("aval.trust_anchors.age", () => [{ value: age() }]);
  telemetry.observe("aval.trust_anchors.age.limit", () => [{ value: rules.staleHours * 3_600 }]);
  telemetry.observe(
    "aval.trust_anchors.in_force",
    () => [{ value: anchors.current().anchors.length }],
  );
  let logged = false;
  let overdueLogged = 0;
  const logOverdue = () => {
    const overdue = countOverdue(anchors.current().anchors, clock.now().epochMilliseconds / 1000);
    if (overdue === overdueLogged) return;
    overdueLogged = overdue;
    if (overdue > 0) log.warn("revocation_lists_overdue", { anchors: overdue });
    else log.info("revocation_lists_current");
  };
  return () => {
    logOverdue();
    const ageSeconds = age();
    const stale = ageSeconds >= rules.staleHours * 3_600;
    if (stale === logged) return;
    logged = stale;
    if (stale) log.warn("trust_anchors_stale", { ageSeconds });
    else log.info("trust_anchors_fresh");
  };
}
