import type { Anomalies } from "../policy/anomalies.ts";
import type { Audit } from "../audit/ports.ts";
import type { Events } from "../events/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Units } from "../../base/unit.ts";
import { total } from "./baseline.ts";
import type { ClientHour } from "./client_hours.ts";
import { nextThrottle } from "./next_throttle.ts";
import type { AnomalyRecords, Throttle, TrafficOwner } from "./ports.ts";
import { rounded } from "./rounded.ts";
import type { ThrottleReads } from "./throttle_reads.ts";

/** Dependencies of {@link judgeVolume}. */
export interface VolumeDependencies {
  readonly rules: Anomalies;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly units: Units;
  readonly records: Pick<AnomalyRecords, "lastThrottle">;
  readonly throttleReads: Pick<ThrottleReads, "keep">;
}

/**
 * Throttles a client whose hour is a volume spike. The throttle and its audit entry are one commit,
 * made once in a cooldown and its grace, for any number of instances that see the spike.
 *
 * @returns the client's last throttle, in force or over
 */
export async function judgeVolume(
  ports: VolumeDependencies,
  owner: TrafficOwner,
  seen: ClientHour,
): Promise<Throttle | null> {
  const { audit, events, log, records, throttleReads, units } = ports;
  if (throttleOf(ports, seen, seen.throttle) === null) return seen.throttle;
  // Another instance may have seen the same.
  const last = await records.lastThrottle(owner);
  const next = throttleOf(ports, seen, last.throttle);
  if (next === null) return last.throttle;
  const { service, clientId } = owner;
  const requests = total(seen.thisHour);
  const throttledUntil = next.until.toString({ smallestUnit: "millisecond" });
  const unit = units.begin();
  last.start(unit, next);
  audit.record(unit, {
    kind: "CLIENT_AUTO_THROTTLED",
    clientId,
    service,
    requests,
    hourlyMean: rounded(seen.baseline.mean ?? 0),
    throttledUntil,
  });
  // Anomalies throttle in live alone.
  events.raise(unit, {
    ...{ clientId, mode: "live", type: "client.throttled" },
    data: { service, throttledUntil },
  });
  if ((await units.commit(unit)).kind !== "committed") return last.throttle;
  throttleReads.keep(owner, next.until);
  log.warn("anomaly", { dimension: "volume", service, clientId, requests });
  return next;
}

function throttleOf(
  { rules, clock }: Pick<VolumeDependencies, "rules" | "clock">,
  { hour, client, baseline, thisHour }: ClientHour,
  last: Throttle | null,
): Throttle | null {
  const judged = { hour, requests: total(thisHour), knownSince: client.since, baseline };
  return nextThrottle(rules, judged, { last, now: clock.now() });
}
