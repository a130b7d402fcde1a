import { type Anomalies, hoursRead } from "../policy/anomalies.ts";
import type { Audit } from "../audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Units } from "../../base/unit.ts";
import { total } from "./baseline.ts";
import type { ClientHour } from "./client_hours.ts";
import { hoursBetween } from "./hours.ts";
import type { AnomalyRecords, Throttle, TrafficOwner } from "./ports.ts";
import { rounded } from "./rounded.ts";
import type { ThrottleReads } from "./throttle_reads.ts";
import { isVolumeSpike } from "./volume.ts";

/** Dependencies of {@link judgeVolume}. */
export interface VolumeDependencies {
  readonly rules: Anomalies;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly units: Units;
  readonly records: Pick<AnomalyRecords, "lastThrottle">;
  readonly throttleReads: Pick<ThrottleReads, "keep">;
}

/**
 * Throttles a client whose hour is a volume spike. The throttle and its audit entry are one commit,
 * made once in a cooldown, however many instances see the spike.
 *
 * @returns the client's last throttle, alive or not
 */
export async function judgeVolume(
  ports: VolumeDependencies,
  owner: TrafficOwner,
  seen: ClientHour,
): Promise<Throttle | null> {
  const { audit, log, records, throttleReads, units } = ports;
  if (!startsThrottle(ports, seen, seen.throttle)) return seen.throttle;
  // Another instance may have seen the same.
  const last = await records.lastThrottle(owner);
  if (!startsThrottle(ports, seen, last.throttle)) return last.throttle;
  const next = throttleFor(ports, seen, last.throttle);
  const { service, clientId } = owner;
  const requests = total(seen.thisHour);
  const unit = units.begin();
  last.start(unit, next);
  audit.record(unit, {
    kind: "CLIENT_AUTO_THROTTLED",
    clientId,
    service,
    requests,
    hourlyMean: rounded(seen.baseline.mean ?? 0),
    throttledUntil: next.until.toString({ smallestUnit: "millisecond" }),
  });
  if ((await units.commit(unit)).kind !== "committed") return last.throttle;
  throttleReads.keep(owner, next.until);
  log.warn("anomaly", { dimension: "volume", service, clientId, requests });
  return next;
}

/** Whether an hour is a spike that no throttle answers for yet. */
function startsThrottle(
  { rules, clock }: Pick<VolumeDependencies, "rules" | "clock">,
  { hour, client, baseline, thisHour }: ClientHour,
  throttle: Throttle | null,
): boolean {
  const now = clock.now();
  const isAlive = throttle !== null && throttle.until.epochMilliseconds > now.epochMilliseconds;
  if (isAlive) return false;
  const answeredFor = throttle?.hour === hour ? throttle.requests : 0;
  return isVolumeSpike(rules, {
    requests: total(thisHour) - answeredFor,
    knownHours: client.since.until(now).total("hours"),
    baseline,
  });
}

function throttleFor(
  { rules, clock }: Pick<VolumeDependencies, "rules" | "clock">,
  { hour, thisHour }: ClientHour,
  last: Throttle | null,
): Throttle {
  const now = clock.now();
  const until = now.add({ minutes: rules.throttleMinutes });
  const touched = new Set([
    ...(last?.throttledHours ?? []).filter((at) => at >= hour - hoursRead(rules)),
    hour,
    ...hoursBetween(now, until),
  ]);
  return { until, hour, requests: total(thisHour), throttledHours: [...touched] };
}
