import type { Clock } from "../../base/clock.ts";
import type { Telemetry } from "./ports.ts";

/** Waiting work. */
export interface Backlog {
  readonly count: number;
  /** Time since which the oldest waits; null: none waits. */
  readonly oldestAt: Temporal.Instant | null;
}

/**
 * Seconds for which a reading is reported, since a process that cannot read does not know the
 * backlog.
 */
const knownForSeconds = 300;

/**
 * Measures how much work waits, and for how long the oldest.
 *
 * @returns a function that reads both once a minute, so that no scrape reads the store. Never
 *   rejects.
 */
export function watchBacklog(
  of: "aval.events" | "aval.screening.batches",
  { clock, read }: { readonly clock: Clock; readonly read: () => Promise<Backlog> },
  telemetry: Telemetry,
): () => Promise<void> {
  if (!telemetry.on) return () => Promise.resolve();
  let seen: { readonly state: Backlog; readonly at: Temporal.Instant } | null = null;
  const show = (
    name: `${typeof of}.${"waiting" | "age"}`,
    value: (state: Backlog) => number,
  ) =>
    telemetry.observe(name, () => {
      if (seen === null || secondsBetween(seen.at, clock.now()) > knownForSeconds) return [];
      return [{ value: value(seen.state) }];
    });
  show(`${of}.waiting`, ({ count }) => count);
  show(`${of}.age`, ({ oldestAt }) => {
    const now = clock.now();
    return secondsBetween(oldestAt ?? now, now);
  });
  return async () => {
    try {
      seen = { state: await read(), at: clock.now() };
    } catch {
      // The store's own metrics show the outage.
    }
  };
}

function secondsBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.max(0, (to.epochMilliseconds - from.epochMilliseconds) / 1_000);
}
