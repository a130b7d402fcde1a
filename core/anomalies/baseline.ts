import type { Anomalies } from "../policy/anomalies.ts";
import type { HourCount } from "./ports.ts";

/** Requests by kind. */
export type Mix = ReadonlyMap<string, number>;

/** Normal traffic of a client in an hour. */
export interface Baseline {
  /** Requests of the preceding hours that no throttle touched. */
  readonly requests: number;
  /** Their mean an hour, hours without requests included; null when every hour was throttled. */
  readonly mean: number | null;
  /** Mix of all preceding hours. */
  readonly mix: Mix;
}

/**
 * The complete hours before an hour. One without requests counts 0; a throttled one is left out of
 * the volume, or a spike would raise its own baseline.
 *
 * @see decisions.md part 5
 */
export function baselineOf(
  { baselineHours }: Pick<Anomalies, "baselineHours">,
  { hour, counts, throttledHours }: {
    readonly hour: number;
    readonly counts: readonly HourCount[];
    readonly throttledHours: readonly number[];
  },
): Baseline {
  const precedes = (at: number) => at < hour && at >= hour - baselineHours;
  const left = new Set(throttledHours.filter(precedes));
  const preceding = counts.filter((count) => precedes(count.hour));
  const requests = total(mixOf(preceding.filter((count) => !left.has(count.hour))));
  const hours = baselineHours - left.size;
  return { requests, mean: hours === 0 ? null : requests / hours, mix: mixOf(preceding) };
}

/** Requests by kind of any hours. */
export function mixOf(counts: readonly Omit<HourCount, "hour">[]): Mix {
  const mix = new Map<string, number>();
  for (const { kind, count } of counts) mix.set(kind, (mix.get(kind) ?? 0) + count);
  return mix;
}

/** Requests of a mix. */
export function total(mix: Mix): number {
  return [...mix.values()].reduce((sum, count) => sum + count, 0);
}
