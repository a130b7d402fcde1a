import type { Anomalies } from "../policy/anomalies.ts";
import type { Baseline } from "./baseline.ts";

/**
 * Whether an hour's requests are a spike: above the minimum, many times the mean of the client's
 * preceding hours, and twice its busiest hour of a week. False without enough history.
 *
 * @param requests requests of this hour, without those that a throttle accounts for
 * @param knownHours since the client was first seen
 * @see Screening §4, rule 5; decisions.md part 5
 */
export function isVolumeSpike(
  rules: Anomalies,
  { requests, knownHours, baseline }: {
    readonly requests: number;
    readonly knownHours: number;
    readonly baseline: Pick<Baseline, "requests" | "mean" | "busiest">;
  },
): boolean {
  if (knownHours < rules.historyHoursMin) return false;
  if (baseline.mean === null || baseline.requests < rules.historyRequestsMin) return false;
  return requests >= rules.spikeRequestsMin &&
    requests > rules.spikeFactorMin * Math.max(1, baseline.mean) &&
    requests >= rules.busiestHourFactor * baseline.busiest;
}
