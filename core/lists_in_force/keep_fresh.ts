import type { Clock } from "../../base/clock.ts";
import type { Lists } from "./ports.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { ManifestFollower } from "./follow_manifest.ts";
import { isStale } from "./list_age.ts";
import type { SwappableLists } from "./live_lists.ts";

/** Dependencies of {@link keepFresh}. */
export interface RefreshDependencies {
  readonly lists: SwappableLists;
  readonly follower: ManifestFollower;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Aborted when the service closes: a refresh that breaks off then is no fault. */
  readonly signal: AbortSignal;
}

/**
 * Opens the refresh of the lists: it polls the manifest and puts newer lists in force.
 *
 * Log records: `lists_taken` when others are in force, `lists_refused` with the reason when what is
 * published is not taken, once for as long as it stays the same reason.
 *
 * @returns one refresh; a call while one runs waits for that one. Never rejects
 */
export function keepFresh(
  { lists, follower, clock, log, telemetry, signal }: RefreshDependencies,
): () => Promise<void> {
  let lastMessage: string | null = null;
  let underWay: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    const { outcome, next, message } = await follower.poll(lists.current());
    if (signal.aborted) return;
    if (next !== null) lists.replace(next);
    lists.note({ at: clock.now(), outcome });
    const reason = outcome.kind === "refused" ? outcome.reason : "none";
    telemetry.count("aval.lists.updates", { "aval.outcome": outcome.kind, "aval.reason": reason });
    if (outcome.kind === "taken") {
      log.info("lists_taken", { listSnapshotId: lists.current().snapshot.id });
    }
    if (message !== null && message !== lastMessage) log.warn("lists_refused", { reason, message });
    lastMessage = message;
  }

  return () =>
    underWay ??= refresh()
      .catch((cause) => log.error("lists_not_looked_at", cause))
      .finally(() => underWay = null);
}

/**
 * Opens the check that logs when a list becomes older than the policy allows (`lists_stale`), and
 * when none is any more (`lists_fresh`).
 */
export function watchAge(
  { lists, clock, log }: {
    readonly lists: Lists;
    readonly clock: Clock;
    readonly log: Log;
  },
): () => void {
  let logged = "";
  return () => {
    const inForce = lists.current();
    const now = clock.now();
    const stale = inForce.snapshot.lists.filter((list) => isStale(list, inForce, now))
      .map(({ source }) => source).join(", ");
    if (stale === logged) return;
    logged = stale;
    if (stale === "") log.info("lists_fresh");
    else log.warn("lists_stale", { lists: stale });
  };
}
