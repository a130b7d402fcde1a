import type { ClientId } from "../../core/access/schema.ts";
import { defaultClientRecord } from "../../core/access/client_schema.ts";
import type { ScreeningDecision } from "../../core/screening/decision_schema.ts";
import type { Said } from "../../core/screening/ports.ts";
import { queueRow } from "../../core/screening/queue/row.ts";
import { watchSeconds } from "../../core/telemetry/watch_seconds.ts";
import { openClients } from "../../kv/access/clients.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import { fillQueue } from "../../kv/screening/fill_queue.ts";
import { secondsOverdue } from "../../kv/screening/queue_overdue.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { Job } from "../process/job_runner.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import type { ScreeningAdapters } from "./screening.ts";

/** Dependencies of the queue's jobs. */
interface QueueJobDependencies extends Pick<ScreeningAdapters, "decisions" | "queue"> {
  readonly keys: Pick<DataKeys, "at-rest">;
  readonly store: Store;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** The jobs of the queue of reviews. */
export function queueJobs(
  { mode }: Pick<Config, "mode">,
  runtime: OpenedRuntime,
  dependencies: QueueJobDependencies,
): readonly Job[] {
  return [
    fillingJob(runtime, dependencies),
    // A sandbox has an example of a match on file, which no client has to review.
    ...(mode === "live" ? [overdueJob(runtime, dependencies)] : []),
  ];
}

/** The job that adds decisions to the queue. */
export const queueJob = "review_queue";

/** Audit entries that a run of that job reads, and seconds between two runs. */
const [filledAtOnce, fillSeconds] = [1_000, 10];

/** Adds decisions to the queue that were made by versions without a queue. */
function fillingJob(
  { clock, log }: OpenedRuntime,
  { decisions, queue, store, closing }: QueueJobDependencies,
): Job {
  const rowOf = (decision: ScreeningDecision, said: Said) => queueRow(decision, said, null);
  const damaged = (fault: Error) => log.error("queue_entry_damaged", fault);
  let isDone = false;
  return {
    name: queueJob,
    every: { seconds: fillSeconds },
    run: async () => {
      if (isDone) return;
      const filling = {
        store,
        clock,
        decisions,
        queue,
        rowOf,
        entriesMax: filledAtOnce,
        damaged,
        closing,
      };
      isDone = await fillQueue(filling);
    },
  };
}

/** Seconds between two checks for overdue decisions, whose due times are days away. */
const overdueSeconds = 300;

/** Measures whether matches wait after their due time, if metrics are exported. */
function overdueJob(
  { clock, log, telemetry }: OpenedRuntime,
  { keys, store, closing }: QueueJobDependencies,
): Job {
  const damaged = (fault: Error) => log.error("queue_entry_damaged", fault);
  const read = async () => {
    const dueHours = new Map<ClientId, number>();
    for await (const { clientId, record } of openClients(store).list()) {
      dueHours.set(clientId, record.review.dueHours);
    }
    const usualDueHours = defaultClientRecord.review.dueHours;
    return await secondsOverdue({
      ...{ store, atRest: keys["at-rest"], mode: "live", now: clock.now() },
      ...{ dueHours, usualDueHours, damaged, closing },
    });
  };
  const { refresh } = watchSeconds("aval.screening.queue.overdue", { clock, read }, telemetry);
  let due = clock.now();
  return {
    name: "queue_overdue",
    every: "minute",
    run: async () => {
      const now = clock.now();
      if (Temporal.Instant.compare(now, due) < 0) return;
      due = now.add({ seconds: overdueSeconds });
      await refresh();
    },
  };
}
