import { oncePerTurn } from "../../../base/once_per_turn.ts";
import type { Random } from "../../../base/random.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { BusyError, DiskFullError } from "../../store/backend.ts";
import { jitter } from "../../../base/jitter.ts";
import type { RetryDependencies } from "../../store/retry.ts";
import { type WaitingCommit, waitingCommits } from "../../store/waiting_commits.ts";
import type { Prepared } from "./batch.ts";
import { batchRoom } from "./batch_room.ts";
import type { Connection } from "./connection.ts";
import { batchAloneMilliseconds, pauseMillisecondsMax, runsMax } from "./limits.ts";
import type { Slot } from "./slot.ts";
import type { BatchOutcome } from "./transaction.ts";

/** Writes commits, concurrent ones in one transaction. */
export interface Writers {
  /** Commits like `Backend.commit`. */
  commit(prepared: Prepared): Promise<string | null>;
  /** Rejects waiting commits. */
  close(): void;
}

/** Dependencies of the writers. */
export interface WritersTools extends RetryDependencies {
  /** Total milliseconds of a commit after which it is not retried. */
  readonly patience: number;
  /** Runs a batch in one or two round trips. */
  readonly run: (
    connection: Connection,
    batch: readonly Prepared[],
    batchId: string,
  ) => Promise<BatchOutcome>;
}

interface Waiter extends Prepared, WaitingCommit {
  readonly resolve: (versionstamp: string | null) => void;
  readonly reject: (cause: unknown) => void;
  /** Milliseconds on the process's monotonic clock. */
  readonly since: number;
}

/**
 * Opens group commit: commits that arrive while all connections are busy go into the next
 * transaction of one of them; a further connection is used only in parallel to batches that take
 * long. Commits that share a key never run concurrently, so that a hot key costs a place in a batch
 * instead of a conflict.
 */
export function openWriters(slots: readonly Slot[], tools: WritersTools): Writers {
  const queue = waitingCommits<Waiter>(batchRoom);
  const idle = [...slots];
  /** The newest running batch and its start, on the clock of {@link Waiter.since}. */
  let newest: { readonly batch: readonly Waiter[]; readonly began: number } | null = null;
  let later: ReturnType<typeof setTimeout> | undefined;

  /** Delays a little, so that commits of one turn are sent together. */
  const start = oncePerTurn(dispatch);

  /** Milliseconds for which a running batch stays alone. */
  function alone(): number {
    return newest === null ? 0 : newest.began + batchAloneMilliseconds - performance.now();
  }

  function dispatch(): void {
    clearTimeout(later);
    while (idle.length > 0 && queue.any()) {
      const wait = alone();
      if (wait > 0) {
        later = setTimeout(dispatch, wait);
        return;
      }
      const batch = queue.take();
      if (batch.length === 0) return;
      const slot = idle.pop();
      if (slot === undefined) return;
      newest = { batch, began: performance.now() };
      void settle(slot, batch, tools).then((settled) => {
        if (settled) queue.ended(batch);
        else queue.returned(batch);
        if (newest?.batch === batch) newest = null;
        idle.push(slot);
        dispatch();
      });
    }
  }

  return {
    commit: (prepared) =>
      new Promise((resolve, reject) => {
        queue.add({ ...prepared, resolve, reject, since: performance.now(), alone: false });
        start();
      }),
    close: () => {
      clearTimeout(later);
      for (const { reject } of queue.clear()) reject(new UnavailableError("The store is closed"));
    },
  };
}

/**
 * Runs a batch to its end and settles each of its commits. Never rejects.
 *
 * @returns false when nothing happened and each of its commits must run alone, since only one of
 *   several may be faulty or wait for a locked row
 */
async function settle(
  slot: Slot,
  batch: readonly Waiter[],
  tools: WritersTools,
): Promise<boolean> {
  try {
    const outcome = await runUntilSettled(slot, batch, tools);
    if (outcome.kind === "done") {
      batch.forEach(({ resolve }, index) => resolve(outcome.outcomes[index] ?? null));
      return true;
    }
    if (batch.length > 1) return false;
    for (const commit of batch) commit.reject(refusal(commit, outcome));
  } catch (cause) {
    for (const { reject } of batch) reject(cause);
  }
  return true;
}

/** `disk_full` (PostgreSQL 15 appendix A). */
const diskFullState = "53100";

function refusal(commit: Prepared, outcome: Exclude<BatchOutcome, { kind: "done" }>): Error {
  if (outcome.kind === "met") {
    return new UnavailableError("PostgreSQL keeps a row of this commit locked");
  }
  const { state } = outcome;
  if (state === diskFullState) return new DiskFullError("The disk of PostgreSQL is full");
  return new Error(`PostgreSQL refused a commit to "${kindsOf(commit)}" (SQLSTATE ${state})`);
}

async function runUntilSettled(
  slot: Slot,
  batch: readonly Waiter[],
  { random, pause, patience, run }: WritersTools,
): Promise<BatchOutcome> {
  const waited = () => performance.now() - Math.min(...batch.map(({ since }) => since));
  // Of many that wait for one locked row, each after the other, the last would wait for minutes.
  if (batch[0]?.alone && waited() > patience) return { kind: "met", late: true };
  for (let runs = 1;; runs++) {
    const connection = await slot.connection();
    const outcome = await run(connection, batch, newBatchId(random));
    if (outcome.kind !== "met") return outcome;
    if (outcome.late && (batch.length > 1 || waited() > patience)) return outcome;
    if (runs >= runsMax) throw new BusyError("Transactions of other processes met this one");
    if (!outcome.late) await pause(jitter(random, Math.min(2 ** runs, pauseMillisecondsMax)));
  }
}

/** Makes 96 random bits, so that no clock or counter of the database can repeat an id. */
function newBatchId(random: Random): string {
  return random.bytes(12).toHex();
}

/** The first parts of a commit's keys, which name kinds of records and no client. */
function kindsOf({ written }: Prepared): string {
  const kinds = [...written].map((key) => {
    const bytes = Uint8Array.fromHex(key);
    return new TextDecoder().decode(bytes.subarray(1, bytes.indexOf(0, 1)));
  });
  return [...new Set(kinds)].sort().join(", ");
}
