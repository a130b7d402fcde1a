import type { Config } from "./config/config.ts";
import { watchAge } from "../core/lists_in_force/keep_fresh.ts";
import { watchAudit } from "../core/telemetry/watch_audit.ts";
import { watchProcess } from "../core/health/watch_process.ts";
import type { Adapters } from "./adapters.ts";
import type { Engines } from "./engines.ts";
import { keepCheckpoints } from "../kv/audit/audit_checkpoints.ts";
import { readAuditState } from "../kv/audit/audit_state.ts";
import { reloadDataKeys } from "../kv/keys/data_keys.ts";
import { removeOldCounters } from "../kv/period_counters.ts";
import type { Store } from "../kv/store/store.ts";
import type { Runtime } from "./runtime.ts";

/** What no request waits for. Neither rejects: what goes wrong is logged. */
export interface Housekeeping {
  /** What an instance that died may have left; once a minute. A call while one runs waits for it. */
  keep(): Promise<void>;
  /** Looks for newer lists, where there can be any. */
  look(): Promise<void>;
  /** Resolves when nothing of it is under way. */
  rest(): Promise<void>;
}

/** What is kept in order. */
export interface OpenHousekeeping {
  readonly adapters: Adapters;
  readonly engines: Engines;
  readonly store: Store;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** Opens it, and puts what an instance before this one has recorded onto the audit chain. */
export async function openHousekeeping(
  { policy }: Config,
  { clock, lifecycle, log, telemetry }: Required<Runtime>,
  { adapters, engines, store, closing }: OpenHousekeeping,
): Promise<Housekeeping> {
  const { auditLog, checkpoints, keys, traffic } = adapters;
  const { lists, look } = engines;
  const watch = watchAudit({ clock, read: () => readAuditState(store) }, telemetry);
  watchProcess({ clock, lifecycle, lists: lists.live ?? lists.sandbox }, telemetry);
  const tellAge = lists.live === null ? null : watchAge({ lists: lists.live, clock, log });
  const everyMinutes = policy.audit.checkpointMinutes;
  let keeping: Promise<void> | null = null;
  let looking: Promise<void> | null = null;

  async function cleanUp(): Promise<void> {
    tellAge?.();
    await traffic.flush();
    await removeOldCounters({ store, clock, ...policy.anomalies })
      .catch((cause) => log.error("counters_not_removed", cause));
    await store.sweep().catch((cause) => log.error("store_not_swept", cause));
    if (closing.aborted) return;
    await reloadDataKeys(keys).catch((cause) => log.error("data_keys_not_reloaded", cause));
    await auditLog.nudge();
    if (closing.aborted) return;
    await keepCheckpoints({ checkpoints, log, everyMinutes });
    await watch.refresh();
  }

  // Not the whole house: a tree over a long chain from before there was one would hold the start up.
  await auditLog.drain().catch((cause) => log.error("audit_drain_failed", cause));
  await watch.refresh();
  return {
    keep: () =>
      keeping ??= telemetry.rootSpan("housekeeping", cleanUp).finally(() => keeping = null),
    look: async () => {
      if (look === null || closing.aborted) return;
      await (looking = telemetry.detached(look));
    },
    rest: async () => {
      await keeping;
      await looking;
    },
  };
}
