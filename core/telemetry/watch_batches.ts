import type { Clock } from "../../base/clock.ts";
import type { Telemetry } from "./ports.ts";

/** What is seen of batches of screenings that have not ended. */
export interface UnfinishedBatches {
  readonly count: number;
  /** When the oldest was accepted; null: there is none. */
  readonly oldestAt: Temporal.Instant | null;
}

/** How long what was seen is shown: a process that cannot read it does not know. */
const knownForSeconds = 300;

/**
 * Shows how many batches of screenings have not ended, and how long the oldest waits.
 *
 * @returns what reads them: once a minute, so that no scrape reads the store. Never rejects.
 */
export function watchBatches(
  { clock, read }: { readonly clock: Clock; readonly read: () => Promise<UnfinishedBatches> },
  telemetry: Telemetry,
): () => Promise<void> {
  if (!telemetry.on) return () => Promise.resolve();
  let seen: { readonly state: UnfinishedBatches; readonly at: Temporal.Instant } | null = null;
  const show = (
    name: `aval.screening.batches.${"waiting" | "age"}`,
    value: (state: UnfinishedBatches) => number,
  ) =>
    telemetry.observe(name, () => {
      if (seen === null || secondsBetween(seen.at, clock.now()) > knownForSeconds) return [];
      return [{ value: value(seen.state) }];
    });
  show("aval.screening.batches.waiting", ({ count }) => count);
  show("aval.screening.batches.age", ({ oldestAt }) => {
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
