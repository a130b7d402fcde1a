import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { type NextTurn, openSteps } from "../../base/turns.ts";
import type { ListsInForce } from "../../core/lists_in_force/ports.ts";
import type { ScreeningGates } from "../../core/policy/screening.ts";
import type { BatchDecider } from "../../core/screening/batch_ports.ts";
import { type Decide, decideOn } from "../../core/screening/decide.ts";
import type { Engine } from "./matching.ts";
import type { BatchQuestion, BatchReply } from "./batch_messages.ts";

/** Dependencies of deciding items. */
export interface BatchDeciderDependencies extends Engine {
  readonly gates: ScreeningGates;
  readonly clock: Clock;
  readonly log: Log;
  readonly nextTurn: NextTurn;
  /** Aborted when the service closes, which ends the Worker. */
  readonly closing: AbortSignal;
}

/** Minimum items of a batch for which starting a Worker is worth a second of a processor. */
const workerItemsMin = 500;
/** Milliseconds for which an idle Worker is kept: it holds the lists a second time. */
const idleMilliseconds = 30_000;
/** Milliseconds for which a Worker must be idle before one with other lists replaces it. */
const keptMilliseconds = 5_000;
/** Maximum milliseconds of a Worker for one piece, or for loading its lists. */
const answerMilliseconds = 60_000;

const workerModule = new URL("./batch_worker.ts", import.meta.url);

type Found = Awaited<ReturnType<BatchDecider["decide"]>>;

/**
 * Opens the decisions on batch items: a Worker decides those of a long batch, so that other
 * requests do not wait. If no Worker can be started, it fails, or it decides a batch on other
 * lists, this thread decides in slices between other requests.
 */
export function openBatchDecider(dependencies: BatchDeciderDependencies): BatchDecider {
  const { clock, nextTurn, log, closing } = dependencies;
  const now = () => clock.now().epochMilliseconds;
  let worker: Promise<ListsWorker> | null = null;
  let snapshotId = "";
  let usedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Lists that no Worker loaded, or with which a Worker failed. */
  let withoutWorker: string | null = null;
  const hasWorkers = typeof globalThis.Worker === "function";
  /** Pieces are decided in sequence. */
  let last: Promise<unknown> = Promise.resolve();

  async function here(inForce: ListsInForce, asked: readonly Decide[]): Promise<Found> {
    const step = openSteps({ clock, nextTurn });
    const found: Found[number][] = [];
    for (const one of asked) {
      await step();
      found.push(decideOn(inForce, dependencies, one));
    }
    return found;
  }

  function end(): void {
    clearTimeout(timer);
    void worker?.then(({ end }) => end(), () => {});
    worker = null;
  }
  closing.addEventListener("abort", end, { once: true });

  async function apart<Value>(
    inForce: ListsInForce,
    ask: (worker: ListsWorker) => Promise<Value>,
  ): Promise<Value | null> {
    if (closing.aborted) return null;
    if (worker === null || snapshotId !== inForce.snapshot.id) {
      // Two batches on different lists do not start a Worker in turns.
      if (worker !== null && now() - usedAt < keptMilliseconds) return null;
      end();
      snapshotId = inForce.snapshot.id;
      worker = startWorker(inForce, dependencies);
    }
    clearTimeout(timer);
    try {
      return await ask(await worker);
    } catch {
      // The service ends its Worker itself.
      if (closing.aborted) return null;
      withoutWorker = inForce.snapshot.id;
      log.warn("batch_worker_failed");
      end();
      return null;
    } finally {
      usedAt = now();
      if (worker !== null) timer = setTimeout(end, idleMilliseconds);
    }
  }

  /** Sends a question to the Worker in its turn; null if this thread must decide. */
  async function inTurn<Value>(
    inForce: ListsInForce,
    items: number,
    ask: (worker: ListsWorker) => Promise<Value>,
  ): Promise<Value | null> {
    const isApart = hasWorkers && items >= workerItemsMin &&
      inForce.readAgain !== undefined && withoutWorker !== inForce.snapshot.id;
    if (!isApart) return null;
    const turn = last.then(() => apart(inForce, ask));
    last = turn.catch(() => {});
    return await turn;
  }

  return {
    decide: async (inForce, asked, items) => {
      const { snapshotIds } = inForce;
      const found = await inTurn(inForce, items, ({ decide }) => decide(asked, snapshotIds));
      return found ?? await here(inForce, asked);
    },
    sift: async (inForce, asked, { items, changed }) => {
      const { snapshotIds } = inForce;
      const found = await inTurn(inForce, items, ({ sift }) => sift(asked, snapshotIds, changed));
      // A small book is compared with all lists sooner than a sieve is made.
      return found ?? await here(inForce, asked);
    },
  };
}

/** A Worker with loaded lists. */
interface ListsWorker {
  decide(asked: readonly Decide[], snapshotIds: readonly string[]): Promise<Found>;
  sift(
    asked: readonly Decide[],
    snapshotIds: readonly string[],
    changed: ReadonlySet<string>,
  ): Promise<Awaited<ReturnType<BatchDecider["sift"]>>>;
  end(): void;
}

/** @throws Error when there is no Worker, or it has other lists than those in force */
async function startWorker(
  { snapshot, readAgain }: ListsInForce,
  { gates }: Pick<BatchDeciderDependencies, "gates">,
): Promise<ListsWorker> {
  const bytes = await readAgain?.() ?? null;
  if (bytes === null) throw new Error("the lists cannot be read again");
  const worker = new Worker(workerModule, { type: "module", deno: { permissions: "none" } });
  const { ask, giveUp } = openQuestions(worker);
  try {
    const loaded = await ask({ ask: "load", bytes, gates }, [bytes.buffer]);
    if (loaded.kind !== "loaded" || loaded.snapshotId !== snapshot.id) {
      throw new Error("the Worker has other lists");
    }
  } catch (fault) {
    worker.terminate();
    throw fault;
  }
  let sieve: ReadonlySet<string> | null = null;
  return {
    decide: async (asked, snapshotIds) => {
      const answer = await ask({ ask: "decide", asked, snapshotIds });
      if (answer.kind !== "found") throw new Error("the Worker found nothing");
      return answer.found;
    },
    sift: async (asked, snapshotIds, changed) => {
      if (sieve !== changed) {
        const { kind } = await ask({ ask: "sieve", entityIds: changed });
        if (kind !== "sieved") throw new Error("the Worker has no sieve");
        sieve = changed;
      }
      const answer = await ask({ ask: "sift", asked, snapshotIds });
      if (answer.kind !== "sifted") throw new Error("the Worker sifted nothing");
      return answer.found;
    },
    end: () => {
      worker.terminate();
      giveUp();
    },
  };
}

/** Opens questions to a Worker, in sequence. */
function openQuestions(worker: Worker) {
  let settle: ((reply: BatchReply) => void) | null = null;
  worker.onmessage = ({ data }: MessageEvent<BatchReply>) => settle?.(data);
  worker.onmessageerror = () => settle?.({ kind: "fault" });
  worker.onerror = (event) => {
    // What ends a Worker must not end the process.
    event.preventDefault();
    settle?.({ kind: "fault" });
  };
  return {
    ask: async (question: BatchQuestion, transfer: Transferable[] = []): Promise<BatchReply> => {
      const { promise, resolve } = Promise.withResolvers<BatchReply>();
      settle = resolve;
      const late = setTimeout(() => resolve({ kind: "fault" }), answerMilliseconds);
      worker.postMessage(question, transfer);
      const reply = await promise;
      clearTimeout(late);
      return reply;
    },
    giveUp: () => settle?.({ kind: "fault" }),
  };
}
