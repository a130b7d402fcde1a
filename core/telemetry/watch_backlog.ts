import type { Clock } from "../../base/clock.ts";
import type { Telemetry } from "./ports.ts";

/** What waits to be done. */
export interface Backlog {
  readonly count: number;
  /** Since when the oldest waits; null: none does. */
  readonly oldestAt: Temporal.Instant | null;
}

/** How long what was seen is shown: a process that cannot read it does not know. */
const knownForSeconds = 300;

/**
 * Shows how many of something wait, and how long the oldest does.
 *
 * @returns what reads them: once a minute, so that no scrape reads the store. Never rejects.
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
