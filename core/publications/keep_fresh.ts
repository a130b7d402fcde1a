import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { ManifestFollower } from "./follow_manifest.ts";
import type { Update, UpdateOutcome, UpdateRefusalReason } from "./ports.ts";

/** Dependencies of {@link keepFresh}. */
export interface RefreshDependencies<Data> {
  readonly inForce: {
    current(): Data;
    replace(next: Data): void;
    note(update: Update): void;
  };
  readonly follower: ManifestFollower<Data>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the service closes; an interrupted refresh is then not a fault. */
  readonly signal: AbortSignal;
  /** Counts a poll by outcome and reason. */
  readonly count: (kind: UpdateOutcome["kind"], reason: UpdateRefusalReason | "none") => void;
  /** Logs that new data are in force. */
  readonly logTaken: (taken: Data) => void;
  /** Names of the log records. */
  readonly events: { readonly refused: string; readonly failed: string };
}

/**
 * Opens the refresh of published data: it polls the manifest and puts newer data in force. A
 * refusal is logged once with its reason, until the reason changes.
 *
 * @returns a function that refreshes once; a call during a refresh waits for that one. Never
 *   rejects
 */
export function keepFresh<Data>(
  { inForce, follower, clock, log, signal, count, logTaken, events }: RefreshDependencies<Data>,
): () => Promise<void> {
  let lastMessage: string | null = null;
  let underWay: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const { outcome, next, message } = await follower.poll(inForce.current());
    if (signal.aborted) return;
    if (next !== null) inForce.replace(next);
    inForce.note({ at: clock.now(), outcome });
    const reason = outcome.kind === "refused" ? outcome.reason : "none";
    count(outcome.kind, reason);
    if (outcome.kind === "taken") logTaken(inForce.current());
    if (message !== null && message !== lastMessage) log.warn(events.refused, { reason, message });
    lastMessage = message;
  }

  return () =>
    underWay ??= refresh()
      .catch((cause) => log.error(events.failed, cause))
      .finally(() => underWay = null);
}
