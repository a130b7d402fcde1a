import type { Random } from "../../../core/ports/random.ts";
import { UnavailableError } from "../../../core/ports/unavailable.ts";
import { BusyError } from "../../backend.ts";
import { jitter, type Waiting } from "../../retry.ts";
import type { Prepared } from "./batch.ts";
import { commitMilliseconds, pauseMillisecondsMax, runsMax } from "./limits.ts";
import type { Slot } from "./slot.ts";
import { runBatch } from "./transaction.ts";
import { waitingCommits } from "./waiting_commits.ts";

/** Writes commits, those that come together in one transaction. */
export interface Writers {
  /** As `Backend.commit` does. */
  commit(prepared: Prepared): Promise<string | null>;
  /** Rejects what waits. */
  close(): void;
}

interface Waiter extends Prepared {
  readonly resolve: (versionstamp: string | null) => void;
  readonly reject: (cause: unknown) => void;
  /** Of the process's own clock that never turns back; milliseconds. */
  readonly since: number;
}

/**
 * Group commit: whatever comes while all connections are busy goes into the next transaction of one
 * of them. Commits that meet at a key never run beside each other, so that a hot key costs a place
 * in a batch and not a conflict.
 */
export function openWriters(slots: readonly Slot[], waiting: Waiting): Writers {
  const queue = waitingCommits<Waiter>();
  const idle = [...slots];
  let starting = false;

  /** A turn later, so that what comes in one turn travels together. */
  function start(): void {
    if (starting) return;
    starting = true;
    setTimeout(() => {
      starting = false;
      hand();
    }, 0);
  }

  function hand(): void {
    while (idle.length > 0) {
      const batch = queue.take();
      if (batch.length === 0) return;
      const slot = idle.pop();
      if (slot === undefined) return;
      void settle(slot, batch, waiting).finally(() => {
        queue.ended(batch);
        idle.push(slot);
        hand();
      });
    }
  }

  return {
    commit: (prepared) =>
      new Promise((resolve, reject) => {
        queue.add({ ...prepared, resolve, reject, since: performance.now() });
        start();
      }),
    close: () => {
      for (const { reject } of queue.clear()) reject(new UnavailableError("The store is closed"));
    },
  };
}

/** Runs a batch to its end and tells everybody. Never rejects. */
async function settle(slot: Slot, batch: readonly Waiter[], waiting: Waiting): Promise<void> {
  try {
    const outcome = await runUntilSettled(slot, batch, waiting);
    if (outcome.kind === "done") {
      batch.forEach(({ resolve }, index) => resolve(outcome.outcomes[index] ?? null));
      return;
    }
    const [first, ...others] = batch;
    if (first === undefined) return;
    if (others.length > 0) {
      // One of them is at fault, and the others are not.
      for (const commit of batch) await settle(slot, [commit], waiting);
      return;
    }
    first.reject(
      new Error(`PostgreSQL refused a commit to "${kindsOf(first)}" (SQLSTATE ${outcome.state})`),
    );
  } catch (cause) {
    for (const { reject } of batch) reject(cause);
  }
}

async function runUntilSettled(
  slot: Slot,
  batch: readonly Waiter[],
  { random, pause }: Waiting,
) {
  for (let runs = 1;; runs++) {
    const connection = await slot.connection();
    const outcome = await runBatch(connection, batch, newBatchId(random));
    if (outcome.kind !== "met") return outcome;
    const waited = performance.now() - Math.min(...batch.map(({ since }) => since));
    if (waited > commitMilliseconds) {
      throw new UnavailableError("PostgreSQL keeps a row of this commit locked");
    }
    if (runs >= runsMax) throw new BusyError("Transactions of other processes met this one");
    if (!outcome.late) await pause(jitter(random, Math.min(2 ** runs, pauseMillisecondsMax)));
  }
}

/** Random, so that no clock and no counter of the database can give one twice: 96 bits. */
function newBatchId(random: Random): string {
  return random.bytes(12).toHex();
}

/** First parts of the keys that a commit writes: they name kinds of things, and no client. */
function kindsOf({ written }: Prepared): string {
  const kinds = [...written].map((key) => {
    const bytes = Uint8Array.fromHex(key);
    return new TextDecoder().decode(bytes.subarray(1, bytes.indexOf(0, 1)));
  });
  return [...new Set(kinds)].sort().join(", ");
}
