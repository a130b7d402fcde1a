import type { AuditState } from "../audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Telemetry } from "./ports.ts";

/** The state of the audit log for its gauges. */
export interface AuditWatch {
  /** Reads the log's state, once a minute, so that no scrape reads the store. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * Seconds for which the last read state is reported. Afterwards none is, because the state may have
 * changed.
 */
const knownForSeconds = 300;

/**
 * Measures the length of the chain, the events without a position, and the age of the checkpoint.
 */
export function watchAudit(
  { clock, read }: { readonly clock: Clock; readonly read: () => Promise<AuditState> },
  telemetry: Telemetry,
): AuditWatch {
  if (!telemetry.on) return { refresh: () => Promise.resolve() };
  let seen: { readonly state: AuditState; readonly at: Temporal.Instant } | null = null;

  const show = (
    name: `aval.audit.${"chain.length" | "outbox.depth" | "sequencer.lag" | "checkpoint.age"}`,
    value: (state: AuditState, at: Temporal.Instant) => number,
  ) =>
    telemetry.observe(name, () => {
      if (seen === null || seconds(seen.at, clock.now()) > knownForSeconds) return [];
      return [{ value: value(seen.state, seen.at) }];
    });
  show("aval.audit.chain.length", ({ entries }) => entries);
  show("aval.audit.outbox.depth", ({ waiting }) => waiting);
  show("aval.audit.sequencer.lag", ({ oldestAt }, at) => seconds(oldestAt ?? at, at));
  show("aval.audit.checkpoint.age", ({ entries, checkpoint }, at) => {
    const covered = checkpoint?.entries ?? 0;
    return checkpoint === null || covered >= entries ? 0 : seconds(checkpoint.at, at);
  });

  return {
    refresh: async () => {
      try {
        const state = await read();
        seen = { state, at: clock.now() };
      } catch {
        // The store's own metrics show the outage; what was seen is reported until it is too old.
      }
    },
  };
}

function seconds(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.max(0, (to.epochMilliseconds - from.epochMilliseconds) / 1_000);
}
