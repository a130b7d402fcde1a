import type { Clock } from "../../base/clock.ts";
import type { Telemetry } from "./ports.ts";

/** A gauge of seconds that is read from the store. */
export interface SecondsWatch {
  /** Reads the gauge, so that no scrape does. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * Milliseconds for which the last read figure is reported. Afterwards none is, because the figure
 * may have changed.
 */
const knownForMilliseconds = 900_000;

/** Reports a number of seconds as last read. */
export function watchSeconds(
  name: "aval.monitoring.late" | "aval.screening.queue.overdue",
  { clock, read }: { readonly clock: Clock; readonly read: () => Promise<number> },
  telemetry: Telemetry,
): SecondsWatch {
  if (!telemetry.on) return { refresh: () => Promise.resolve() };
  let seen: { readonly seconds: number; readonly at: number } | null = null;
  telemetry.observe(name, () => {
    const isKnown = seen !== null &&
      clock.now().epochMilliseconds - seen.at <= knownForMilliseconds;
    return isKnown && seen !== null ? [{ value: seen.seconds }] : [];
  });
  return {
    refresh: async () => {
      try {
        seen = { seconds: await read(), at: clock.now().epochMilliseconds };
      } catch {
        // The store's own metrics show the outage; what was seen is reported until it is too old.
      }
    },
  };
}
