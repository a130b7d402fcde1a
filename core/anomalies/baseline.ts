import { type Anomalies, hoursRead } from "../policy/anomalies.ts";
import type { HourCount } from "./ports.ts";

/** Requests by kind. */
export type Mix = ReadonlyMap<string, number>;

/** Normal traffic of a client in an hour. */
export interface Baseline {
  /** Requests of the preceding hours without a throttle. */
  readonly requests: number;
  /**
   * Mean of those requests an hour, including hours without requests; null when every hour was
   * throttled.
   */
  readonly mean: number | null;
  /** Requests of the busiest hour of the seven days before. */
  readonly busiest: number;
  /** Mix of all preceding hours. */
  readonly mix: Mix;
}

/**
 * Computes the baseline from the complete hours before an hour, and the week's busiest hour. An
 * hour without requests counts as 0. A throttled hour is excluded from the mean, since a spike
 * would raise its own baseline; its admitted requests count towards the busiest hour, so that a
 * nightly run is accepted after its first night.
 *
 * @see decisions.md part 5; decisions-3.md part 20, anomalies
 */
export function baselineOf(
  rules: Pick<Anomalies, "baselineHours">,
  { hour, counts, throttledHours }: {
    readonly hour: number;
    readonly counts: readonly HourCount[];
    readonly throttledHours: readonly number[];
  },
): Baseline {
  const { baselineHours } = rules;
  const precedes = (at: number) => at < hour && at >= hour - baselineHours;
  const throttled = new Set(throttledHours);
  const left = [...throttled].filter(precedes).length;
  const preceding = counts.filter((count) => precedes(count.hour));
  const requests = total(mixOf(preceding.filter((count) => !throttled.has(count.hour))));
  const hours = baselineHours - left;
  const inWeek = counts.filter(({ hour: at }) => at < hour && at >= hour - hoursRead(rules));
  return {
    requests,
    mean: hours === 0 ? null : requests / hours,
    busiest: busiestOf(inWeek),
    mix: mixOf(preceding),
  };
}

function busiestOf(counts: readonly HourCount[]): number {
  const byHour = new Map<number, number>();
  for (const { hour, count } of counts) byHour.set(hour, (byHour.get(hour) ?? 0) + count);
  return Math.max(0, ...byHour.values());
}

/** Requests by kind over any hours. */
export function mixOf(counts: readonly Omit<HourCount, "hour">[]): Mix {
  const mix = new Map<string, number>();
  for (const { kind, count } of counts) mix.set(kind, (mix.get(kind) ?? 0) + count);
  return mix;
}

/** The number of requests of a mix. */
export function total(mix: Mix): number {
  return [...mix.values()].reduce((sum, count) => sum + count, 0);
}
