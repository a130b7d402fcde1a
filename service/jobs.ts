import type { Config } from "./config/config.ts";
import { watchAge } from "../core/lists_in_force/watch_age.ts";
import { watchAnchors } from "../core/presentation/watch_anchors.ts";
import { watchAudit } from "../core/telemetry/watch_audit.ts";
import { type Backlog, watchBacklog } from "../core/telemetry/watch_backlog.ts";
import { watchProcess } from "../core/health/watch_process.ts";
import { endAbandonedAttempts } from "../core/seal/attempts.ts";
import { abandonedSeconds } from "../core/policy/abandoned_seconds.ts";
import { renderRefusal } from "../routes/http/render.ts";
import type { OpenedModes } from "./live_and_sandbox.ts";
import { watchRegisters } from "../core/kyb/watch_registers.ts";
import { watchCorpus } from "../core/wallet_risk/watch_corpus.ts";
import { makeDueCheckpoint } from "../kv/audit/audit_checkpoints.ts";
import { readAuditState } from "../kv/audit/audit_state.ts";
import { foldStatusMarks } from "../kv/credentials/credential_status_bits.ts";
import { removeStagedRows } from "../kv/credentials/staged_batches.ts";
import { reloadDataKeys } from "../kv/keys/data_keys.ts";
import { removeOldKybRecords } from "../kv/kyb/kyb_retention.ts";
import { liveUsageDays, removeOldCounters } from "../kv/usage/period_counters.ts";
import { openBatchRunner } from "../core/screening/batches/run_batches.ts";
import { monitoredLists, monitoringJobs } from "./monitoring/monitoring.ts";
import { monitoredSandboxLists } from "./monitoring/sandbox_lists.ts";
import { operatorJobs } from "./operators/jobs.ts";
import { nextTurn } from "./process/next_turn.ts";
import { openEventJobs } from "./events/jobs.ts";
import { openBatchDecider } from "./screening/batch_decider.ts";
import type { Store } from "../kv/store/store.ts";
import type { Adapters } from "./adapters.ts";
import { recordCorpus, recordLists } from "./publications/editions.ts";
import type { Engine } from "./screening/matching.ts";
import { queueJob, queueJobs } from "./screening/queue_jobs.ts";
import { type Job, type JobRunner, openJobRunner } from "./process/job_runner.ts";
import type { OpenedLists } from "./screening/lists_in_force.ts";
import type { OpenedTagPacks } from "./wallet_risk/tag_packs.ts";
import type { OpenedRuntime } from "./process/runtime.ts";
import { type OpenedTrustAnchors, refreshTrustAnchors } from "./verification/trust_anchors.ts";
import type { Trust } from "./verification/trust.ts";

/** Dependencies of the jobs. */
export interface JobDependencies {
  readonly adapters: Adapters;
  readonly engine: Pick<Engine, "matcher">;
  readonly lists: OpenedLists;
  readonly tagPacks: OpenedTagPacks;
  readonly trust: Pick<Trust, "anchors">;
  readonly store: Store;
  readonly modes: OpenedModes;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** The job that loads newer lists; absent if they cannot change. */
export const listsJob = "lists";

/** The job that records lists that came into force; absent in a sandbox. */
export const listsRecordJob = "lists_record";

/** The job that records the tag corpus that came into force; absent without a corpus. */
export const tagPacksRecordJob = "tagpacks_record";

/** The job that loads a newer tag corpus; absent if it cannot change. */
export const tagPacksJob = "tagpacks";

/** The job that reads the trust anchors again; absent if they cannot change. */
export const trustAnchorsJob = "trust_anchors";

/** The jobs of a deployment, and the work of a start after it listens. */
export interface OpenedJobs {
  readonly jobs: JobRunner;
  /**
   * Moves events of a previous instance to the audit chain, reads its extent, and begins to fill
   * the review queue. Never rejects.
   */
  catchUp(): Promise<void>;
}

/** Opens the jobs of a deployment. */
export function openJobs(
  config: Config,
  runtime: OpenedRuntime,
  { adapters, engine, lists, tagPacks, trust, store, modes, closing }: JobDependencies,
): OpenedJobs {
  const { clock, lifecycle, log, telemetry } = runtime;
  const auditGauges = watchAudit({ clock, read: () => readAuditState(store) }, telemetry);
  watchProcess({ clock, lifecycle, lists: lists.live ?? lists.sandbox }, telemetry);
  const events = openEventJobs(config, runtime, { adapters, store, modes, closing });
  const jobs: readonly Job[] = [
    ...listJobs(config, runtime, lists),
    ...recordJobs(runtime, { adapters, engine, lists, tagPacks, closing }),
    ...tagPackJobs(config, runtime, tagPacks),
    ...registerJobs(runtime, modes),
    ...trustJobs(config, runtime, { anchors: trust.anchors, closing }),
    ...storeJobs(config, runtime, { adapters, store }),
    ...auditJobs(config, runtime, adapters),
    ...queueJobs(config, runtime, { ...adapters, store, closing }),
    ...decidingJobs(config, runtime, { adapters, modes, closing }),
    ...events.jobs,
    ...signingJobs(config, runtime, modes),
    ...operatorJobs(config, runtime, { adapters, store, closing }),
    { name: "audit_gauges", every: "minute", run: auditGauges.refresh },
    {
      name: "batch_gauges",
      every: "minute",
      run: watchBacklog(
        "aval.screening.batches",
        { clock, read: () => readUnfinished(adapters) },
        telemetry,
      ),
    },
  ];
  const runner = openJobRunner(jobs, { ...runtime, closing });
  adapters.onBatchAccepted(() => void runner.wake(screeningBatchesJob));
  adapters.onWake((job) => void runner.wake(job));
  events.follow(runner);
  return {
    jobs: runner,
    catchUp: async () => {
      await adapters.auditLog.drain().catch((cause) => log.error("audit_drain_failed", cause));
      await auditGauges.refresh();
      // A store that holds little from before has its queue complete at once.
      await runner.run(queueJob);
    },
  };
}

/** Loads newer lists, and logs when one becomes too old. */
function listJobs(
  { policy }: Config,
  { clock, log }: OpenedRuntime,
  { live, refresh }: OpenedLists,
): readonly Job[] {
  const { pollSeconds } = policy.lists;
  return [
    ...(live === null ? [] : [
      { name: "list_age", every: "minute", run: watchAge({ lists: live, clock, log }) } as const,
    ]),
    ...(refresh === null
      ? []
      : [{ name: listsJob, every: { seconds: pollSeconds }, run: refresh }]),
  ];
}

/** Seconds between two checks of the data in force, which only read memory. */
const recordSeconds = 5;

/** Records data that came into force, with the changes. */
function recordJobs(
  runtime: OpenedRuntime,
  { adapters, engine: { matcher }, lists, tagPacks, closing }: Pick<
    JobDependencies,
    "adapters" | "engine" | "lists" | "tagPacks" | "closing"
  >,
): readonly Job[] {
  const every = { seconds: recordSeconds };
  const dependencies = { adapters, closing };
  return [
    ...(lists.live === null ? [] : [{
      name: listsRecordJob,
      every,
      run: recordLists(runtime, { ...dependencies, matcher, lists: lists.live }),
    }]),
    ...(tagPacks.live === null ? [] : [{
      name: tagPacksRecordJob,
      every,
      run: recordCorpus(runtime, { ...dependencies, corpora: tagPacks.live }),
    }]),
  ];
}

/** Loads a newer tag corpus, and logs when the current one becomes too old. */
function tagPackJobs(
  { policy }: Config,
  { clock, log, telemetry }: OpenedRuntime,
  { live, refresh }: OpenedTagPacks,
): readonly Job[] {
  const { pollSeconds } = policy.lists;
  return [
    ...(live === null ? [] : [
      {
        name: "tagpacks_age",
        every: "minute",
        run: watchCorpus({ corpora: live, clock, log, telemetry }),
      } as const,
    ]),
    ...(refresh === null
      ? []
      : [{ name: tagPacksJob, every: { seconds: pollSeconds }, run: refresh }]),
  ];
}

/** Logs when a snapshot of a company register becomes too old. */
function registerJobs(
  { clock, log, telemetry }: OpenedRuntime,
  { live }: OpenedModes,
): readonly Job[] {
  const snapshots = live?.kyb.registers.snapshots ?? [];
  if (snapshots.length === 0) return [];
  const run = watchRegisters({ snapshots, clock, log, telemetry });
  return [{ name: "registers_age", every: "minute", run }];
}

/** Reads the trust anchors again, and logs when that failed for too long. */
function trustJobs(
  { policy: { trust: rules } }: Config,
  runtime: OpenedRuntime,
  { anchors, closing }: {
    readonly anchors: OpenedTrustAnchors;
    readonly closing: AbortSignal;
  },
): readonly Job[] {
  const run = refreshTrustAnchors(anchors, runtime, closing);
  if (run === null) return [];
  const watch = watchAnchors({ ...runtime, anchors: anchors.inForce, rules });
  return [
    { name: "trust_anchors_age", every: "minute", run: watch },
    { name: trustAnchorsJob, every: { seconds: rules.pollSeconds }, run },
  ];
}

/** Stores counts, removes or merges expired data, and reads data keys that others have rotated. */
function storeJobs(
  { mode, policy }: Config,
  { clock, log }: OpenedRuntime,
  { adapters: { keys, traffic }, store }: Pick<JobDependencies, "adapters" | "store">,
): readonly Job[] {
  const usageDays = mode === "sandbox" ? policy.lifetimes.sandboxUsageDays : liveUsageDays;
  return [
    { name: "traffic_counts", every: "minute", run: () => traffic.flush() },
    {
      name: "old_counters",
      every: "minute",
      run: () =>
        removeOldCounters({ store, clock, rules: policy.anomalies, usageDays })
          .catch((cause) => log.error("counters_not_removed", cause)),
    },
    {
      name: "old_kyb_records",
      every: "minute",
      run: async () => {
        await removeOldKybRecords({ store, clock })
          .catch((cause) => log.error("kyb_records_not_removed", cause));
      },
    },
    {
      name: "staged_rows",
      every: "minute",
      run: async () => {
        await removeStagedRows({ store, clock })
          .catch((cause) => log.error("staged_rows_not_removed", cause));
      },
    },
    { name: "status_marks", every: "minute", run: () => foldStatusMarks(store) },
    {
      name: "expired_values",
      every: "minute",
      run: () => store.sweep().catch((cause) => log.error("store_not_swept", cause)),
    },
    {
      name: "data_keys",
      every: "minute",
      run: () => reloadDataKeys(keys).catch((cause) => log.error("data_keys_not_reloaded", cause)),
    },
  ];
}

/** Reads unfinished batches, whose ids contain the time of acceptance (RFC 9562 §5.7). */
async function readUnfinished(
  { screeningBatches }: Pick<Adapters, "screeningBatches">,
): Promise<Backlog> {
  const ids: string[] = [];
  for await (const ofClient of screeningBatches.unfinished()) ids.push(...ofClient);
  const [oldest] = ids.toSorted();
  const milliseconds = Number.parseInt(oldest?.replaceAll("-", "").slice(0, 12) ?? "", 16);
  return {
    count: ids.length,
    oldestAt: oldest === undefined ? null : Temporal.Instant.fromEpochMilliseconds(milliseconds),
  };
}

/** The job that decides the items of batches. */
export const screeningBatchesJob = "screening_batches";
/** Seconds between two checks for batches; a batch accepted by this server begins immediately. */
const batchSeconds = 5;

/**
 * Decides the items of batches of screenings, and compares monitored customers, with the same
 * Worker.
 */
function decidingJobs(
  { mode, policy }: Config,
  runtime: OpenedRuntime,
  { adapters, modes, closing }: Pick<JobDependencies, "adapters" | "modes" | "closing">,
): readonly Job[] {
  const { matcher, rules } = modes.sandbox;
  const gates = policy.screening;
  const decider = openBatchDecider({ ...runtime, matcher, rules, gates, closing, nextTurn });
  const { rememberedClients: clients } = adapters;
  const ports = {
    ...{ ...runtime, ...adapters },
    ...{ clients, reviewRules: clients, closing, nextTurn, decider },
  };
  const runner = openBatchRunner({ ...ports, modes });
  const { lists: first, sandboxLists } = modes.sandbox;
  const lists = modes.live === undefined
    ? monitoredSandboxLists(matcher, { first, sandboxLists })
    : monitoredLists(modes.live);
  return [
    { name: screeningBatchesJob, every: { seconds: batchSeconds }, run: runner.run },
    ...monitoringJobs({ ...ports, mode, lists }, runtime.telemetry),
  ];
}

/**
 * Ends acts of instances that died while a provider may have signed. Acts that may still run are
 * skipped: processing may continue after the deadline, and another machine's clock may have set the
 * start.
 */
function signingJobs(
  { policy }: Config,
  { clock, log }: OpenedRuntime,
  { sandbox, live }: OpenedModes,
): readonly Job[] {
  const { status, headers, body } = renderRefusal({ code: "signing_outcome_unknown" });
  if (typeof body !== "string") throw new Error("A refusal is text");
  const answer = { status, headers, body: { kind: "text", text: body } } as const;
  const seconds = abandonedSeconds(policy);
  return [{
    name: "signing_attempts",
    every: "minute",
    run: async () => {
      const before = clock.now().subtract({ seconds });
      await endAbandonedAttempts(live ?? sandbox, { before, answer })
        .catch((cause) => log.error("signing_attempts_not_ended", cause));
    },
  }];
}

/** Moves events of an instance that died to the audit chain, and signs its extent. */
function auditJobs(
  { policy: { audit: { checkpointMinutes: everyMinutes } } }: Config,
  { log }: OpenedRuntime,
  { auditLog, checkpoints, witnessing }: Adapters,
): readonly Job[] {
  return [
    { name: "audit_chain", every: "minute", run: () => auditLog.nudge() },
    {
      name: "audit_checkpoints",
      every: "minute",
      run: () => makeDueCheckpoint({ checkpoints, log, everyMinutes }),
    },
    ...(witnessing === null
      ? []
      : [{ name: "audit_witness", every: "minute", run: witnessing.send } as const]),
  ];
}
