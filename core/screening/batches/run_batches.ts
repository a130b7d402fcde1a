import { leastRecentlyUsed } from "../../../base/least_recently_used.ts";
import type { ScreeningBatchId } from "../decision_schema.ts";
import type { FoundBatch, RunBatchesPorts } from "../batch_ports.ts";
import { changedSince } from "../../lists_in_force/changed_since.ts";
import { hasEnded, type ScreeningBatch } from "../batch_schema.ts";
import { endBatch } from "./end_batch.ts";
import { isLeasedByAnother } from "./lease.ts";
import { runStep, type Work } from "./run_step.ts";

/** Maximum clients whose batches run at the same time, one batch each. */
const batchesAtOnceMax = 4;
/** Milliseconds between two checks for newly accepted batches. */
const lookMilliseconds = 1_000;
/** Seconds before the next look at a batch that another server has, or that cannot continue. */
const waitSeconds = 5;
/** Seconds before a failed batch is tried again, at first and at most; each time twice as many. */
const [retrySecondsMin, retrySecondsMax] = [15, 240];
/** Maximum failed batches that a server remembers. */
const failedMax = 1_000;

/** Runs all batches that no other server runs. */
export interface BatchRunner {
  run(): Promise<void>;
}

/**
 * Opens the runner of batches. Every server has one. A server leases the batch on which it works,
 * and another server takes the batch over after the lease has ended. The lease does not prevent
 * that an item is decided twice: for that, each commit checks the record of the batch, and writes
 * decisions, results and progress together.
 */
export function openBatchRunner(ports: RunBatchesPorts): BatchRunner {
  const { screeningBatches: batches, closing, log, pause, clock } = ports;
  const holder = ports.random.bytes(8).toHex();
  const failed = leastRecentlyUsed<Wait>(failedMax);
  const waitOf = (seconds: number): Wait => ({ seconds, until: clock.now().add({ seconds }) });
  const isOver = (wait: Wait | undefined) =>
    wait === undefined || Temporal.Instant.compare(wait.until, clock.now()) <= 0;
  return {
    run: async () => {
      const running = new Map<ScreeningBatchId, Promise<void>>();
      const waiting = new Map<ScreeningBatchId, Wait>();
      const start = (id: ScreeningBatchId) => {
        const work = runBatch(ports, holder, id)
          .then((isDone) => {
            if (isDone) failed.delete(id);
            else waiting.set(id, waitOf(waitSeconds));
          }, (cause) => {
            const { seconds = retrySecondsMin / 2 } = failed.get(id) ?? {};
            failed.set(id, waitOf(Math.min(2 * seconds, retrySecondsMax)));
            log.error("screening_batch_failed", cause, { batchId: id });
          })
          .finally(() => running.delete(id));
        running.set(id, work);
      };
      do {
        for await (const ids of batches.unfinished()) {
          if (closing.aborted || running.size >= batchesAtOnceMax) break;
          if (ids.some((id) => running.has(id))) continue;
          const next = ids.find((id) => isOver(waiting.get(id)) && isOver(failed.get(id)));
          if (next !== undefined) start(next);
        }
        if (running.size > 0) await Promise.race([...running.values(), pause(lookMilliseconds)]);
      } while (running.size > 0);
    },
  };
}

/** A delay before the next look at a batch. */
interface Wait {
  readonly seconds: number;
  readonly until: Temporal.Instant;
}

/**
 * Runs one batch on the lists with which it began.
 *
 * @returns whether the batch has ended, so that this server can run the next one
 */
async function runBatch(
  ports: RunBatchesPorts,
  holder: string,
  id: ScreeningBatchId,
): Promise<boolean> {
  const found = await ports.screeningBatches.find(id);
  if (found === null) return false;
  if (isLate(ports, found.batch)) return await end(ports, found, "EXPIRED");
  const mode = ports.modes[found.batch.mode];
  if (mode === undefined || isLeasedByAnother(found.lease, holder, ports)) return false;
  return await mode.lists.use(async (inForce) => {
    const { changedSince: since } = found.batch;
    const changed = since === undefined ? null : await changedSince(mode, { since, inForce });
    if (changed?.ok === false && changed.refusal.code === "not_recorded") return false;
    const work: Work = {
      ...{ holder, inForce, ahead: null },
      // Lists that are not known any more: every entry may have changed since.
      changed: changed?.ok === true ? changed.value : null,
    };
    while (!ports.closing.aborted) {
      const found = await ports.screeningBatches.find(id);
      if (found === null || isLeasedByAnother(found.lease, holder, ports)) return false;
      if (hasEnded(found.batch)) return await cleanUp(found);
      if (isLate(ports, found.batch)) return await end(ports, found, "EXPIRED");
      const client = await ports.clients.get(found.batch.clientId, { fresh: false });
      if (client.status !== "ACTIVE") return false;
      await runStep(ports, found, work);
    }
    await release(ports, holder, id);
    return false;
  });
}

/** Whether a batch has exceeded the hours within which it must end. */
function isLate(
  { clock, screeningBatchRules: { batchHours } }: RunBatchesPorts,
  { acceptedAt, state }: ScreeningBatch,
): boolean {
  const until = Temporal.Instant.from(acceptedAt).add({ hours: batchHours });
  return !hasEnded({ state }) && Temporal.Instant.compare(until, clock.now()) <= 0;
}

async function end(
  ports: RunBatchesPorts,
  found: FoundBatch,
  state: "EXPIRED",
): Promise<boolean> {
  const unit = ports.units.begin();
  await endBatch(ports, found, { unit, state });
  const { kind } = await ports.units.commit(unit);
  return kind === "committed" && await cleanUp(found);
}

/** Deletes the remaining rows, whose key was deleted already. */
async function cleanUp(found: FoundBatch): Promise<true> {
  await found.removeRows();
  return true;
}

/** Releases the lease, so that another server can continue at once. */
async function release(
  ports: RunBatchesPorts,
  holder: string,
  id: ScreeningBatchId,
): Promise<void> {
  const found = await ports.screeningBatches.find(id);
  if (found?.lease?.holder !== holder || hasEnded(found.batch)) return;
  const unit = ports.units.begin();
  found.advance(unit, found.batch, { results: [], lease: null });
  await ports.units.commit(unit);
}
