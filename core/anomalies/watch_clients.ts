import type { Anomalies } from "../policy/anomalies.ts";
import type { Audit } from "../audit/ports.ts";
import type { Events } from "../events/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Units } from "../../base/unit.ts";
import type { BehaviorKinds } from "./behavior.ts";
import { openClientHours, type StoredSums } from "./client_hours.ts";
import { judgeBehavior } from "./judge_behavior.ts";
import { judgeCountry } from "./judge_country.ts";
import { judgeVolume } from "./judge_volume.ts";
import { openLogClaims } from "./log_claims.ts";
import type { AnomalyRecords, TrafficCounts, TrafficOwner } from "./ports.ts";
import { openThrottleReads } from "./throttle_reads.ts";

/** Dependencies of {@link watchClients}. */
export interface WatchDependencies {
  readonly rules: Anomalies;
  readonly behaviorKinds: BehaviorKinds;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly units: Units;
  readonly counts: TrafficCounts;
  readonly records: AnomalyRecords;
}

/** Judges clients by their requests, and reports which are throttled. */
export interface ClientWatch {
  /** Judges the hour of a client's sums, which are already stored. */
  judge(stored: StoredSums): Promise<void>;
  /**
   * Whether the client's rate limit is reduced. Costs one read a second and client, shared by all
   * callers.
   */
  throttled(owner: TrafficOwner): Promise<boolean>;
}

/**
 * Watches clients on three dimensions (Screening §4, rule 5). Volume causes a throttle and an audit
 * entry; the other two are only logged for operators.
 */
export function watchClients(dependencies: WatchDependencies): ClientWatch {
  const hours = openClientHours(dependencies);
  const throttleReads = openThrottleReads(dependencies);
  const claims = openLogClaims(dependencies);
  const ports = { ...dependencies, throttleReads, claims };
  return {
    judge: async (stored) => {
      const { owner, sums } = stored;
      const seen = await hours.read(stored);
      const throttle = await judgeVolume(ports, owner, seen);
      await judgeBehavior(ports, owner, seen);
      let { client } = seen;
      for (const country of new Set(sums.flatMap(({ countries }) => [...countries]))) {
        client = await judgeCountry(ports, owner, { client, country });
      }
      hours.keep(owner, { ...seen, throttle, client });
    },
    throttled: throttleReads.throttled,
  };
}
