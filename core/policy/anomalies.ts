import type { z } from "zod";
import { group, real, whole } from "./setting.ts";

/**
 * The criteria for unusual traffic of a client, and the effect of a volume spike (decisions.md part
 * 5).
 */
export const Anomalies = group({
  spikeRequestsMin: whole({
    value: 100,
    min: 1,
    max: 1_000_000,
    reason: "Minimum requests of an hour for a spike",
  }),
  spikeFactorMin: real({
    value: 10,
    min: 1,
    max: 1_000,
    reason:
      "A spike is more than this many times the mean of the preceding hours; 4 or 5 throttle honest office-hours clients on 20 to 97 % of days, 10 on 0.1 %",
  }),
  busiestHourFactor: real({
    value: 2,
    min: 1,
    max: 1_000,
    reason:
      "A spike is also at least this many times the client's busiest hour of the seven days before",
  }),
  baselineHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "Complete preceding hours that define normal traffic",
  }),
  historyHoursMin: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "No verdict on volume before this much history",
  }),
  historyRequestsMin: whole({
    value: 100,
    min: 1,
    max: 1_000_000,
    reason: "No verdict on volume before so many requests",
  }),
  throttlePercent: whole({
    value: 25,
    min: 1,
    max: 99,
    reason: "What a spike leaves of capacity and refill, at least 1",
  }),
  throttleMinutes: whole({
    value: 15,
    min: 1,
    max: 1_440,
    reason: "Length of a throttle; one audit entry each",
  }),
  graceHours: whole({
    value: 12,
    min: 0,
    max: 168,
    reason: "After a throttle no other one of that client and service for this long",
  }),
  shiftDistanceMin: real({
    value: 0.35,
    min: 0.01,
    max: 1,
    reason:
      "Total variation distance over which the mix of kinds has shifted (noise of samples of 50: 0.28)",
  }),
  shiftRequestsMin: whole({
    value: 50,
    min: 1,
    max: 1_000_000,
    reason: "Minimum requests of an hour for judging its mix",
  }),
  shiftBaselineRequestsMin: whole({
    value: 200,
    min: 1,
    max: 1_000_000,
    reason: "Minimum requests of the preceding hours for judging their mix",
  }),
  logHours: whole({
    value: 1,
    min: 1,
    max: 24,
    reason: "A shift or a new country of a client is logged once in this time",
  }),
});
export type Anomalies = z.infer<typeof Anomalies>;

/** Hours of the week in which the busiest hour is searched for {@link Anomalies}. */
const weekHours = 7 * 24;

/** Hours before the current one that a verdict on a client reads. */
export function hoursRead({ baselineHours }: Pick<Anomalies, "baselineHours">): number {
  return Math.max(baselineHours, weekHours);
}
