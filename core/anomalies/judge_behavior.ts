import type { Anomalies } from "../policy/anomalies.ts";
import type { Log } from "../../base/log.ts";
import { type BehaviorKinds, behaviorMix, behaviorShift } from "./behavior.ts";
import type { ClientHour } from "./client_hours.ts";
import type { LogClaims } from "./log_claims.ts";
import type { TrafficOwner } from "./ports.ts";
import { rounded } from "./rounded.ts";

/** Dependencies of {@link judgeBehavior}. */
export interface BehaviorDependencies {
  readonly rules: Anomalies;
  readonly behaviorKinds: BehaviorKinds;
  readonly log: Log;
  readonly claims: LogClaims;
}

/** Logs a client whose mix of requests differs far from that of its preceding hours. */
export async function judgeBehavior(
  { rules, behaviorKinds, log, claims }: BehaviorDependencies,
  owner: TrafficOwner,
  seen: ClientHour,
): Promise<void> {
  const { service, clientId } = owner;
  const distance = behaviorShift(
    rules,
    behaviorMix(behaviorKinds, service, seen.thisHour),
    behaviorMix(behaviorKinds, service, seen.baseline.mix),
  );
  if (distance === null || !await claims.claim(owner, "behavior")) return;
  log.warn("anomaly", {
    dimension: "behavior",
    service,
    clientId,
    distance: rounded(distance),
  });
}
