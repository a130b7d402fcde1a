import { type Anomalies, hoursRead } from "../policy/anomalies.ts";
import type { Baseline } from "./baseline.ts";
import { hoursBetween } from "./hours.ts";
import type { Throttle } from "./ports.ts";
import { isVolumeSpike } from "./volume.ts";

/** The data about a client's hour that are judged. */
export interface JudgedHour {
  /** Hours since 1970-01-01T00Z. */
  readonly hour: number;
  /** Requests admitted in the hour so far. */
  readonly requests: number;
  /** Instant of the client's first request. */
  readonly knownSince: Temporal.Instant;
  readonly baseline: Pick<Baseline, "requests" | "mean" | "busiest">;
}

/**
 * Returns the throttle that an hour starts, or null: while the last throttle lasts, for
 * `graceHours` after it, and for an hour without a spike. A client that continues its work is thus
 * slowed down only once, and an operator was informed.
 *
 * @see Screening §4, rule 5; decisions.md part 5; decisions-3.md part 20, anomalies
 */
export function nextThrottle(
  rules: Anomalies,
  { hour, requests, knownSince, baseline }: JudgedHour,
  { last, now }: { readonly last: Throttle | null; readonly now: Temporal.Instant },
): Throttle | null {
  if (last !== null && isAnsweredFor(rules, last.until, now)) return null;
  const answeredFor = last?.hour === hour ? last.requests : 0;
  const isSpike = isVolumeSpike(rules, {
    requests: requests - answeredFor,
    knownHours: knownSince.until(now).total("hours"),
    baseline,
  });
  if (!isSpike) return null;
  const until = now.add({ minutes: rules.throttleMinutes });
  const touched = new Set([
    ...(last?.throttledHours ?? []).filter((at) => at >= hour - hoursRead(rules)),
    hour,
    ...hoursBetween(now, until),
  ]);
  return { until, hour, requests, throttledHours: [...touched] };
}

function isAnsweredFor(
  { graceHours }: Pick<Anomalies, "graceHours">,
  until: Temporal.Instant,
  now: Temporal.Instant,
): boolean {
  return now.epochMilliseconds < until.add({ hours: graceHours }).epochMilliseconds;
}
