import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Traffic, TrafficBatch, TrafficCounts, TrafficOwner } from "./ports.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { hourOf } from "./hours.ts";
import { type NotedSum, ownerKey, requestBuffer } from "./request_buffer.ts";
import type { ClientWatch } from "./watch_clients.ts";

/** What tracking stands on. */
export interface TrackTraffic {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly counts: TrafficCounts;
  /** Null in a sandbox deployment, where no anomalies are tracked (decisions.md part 1). */
  readonly watch: ClientWatch | null;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** How long a request may stay noted and not stored: what a crash loses. */
const gatherMilliseconds = 250;
/** Sums of one commit: two additions each, whose keys stay in the budget for the longest client id. */
const commitSumsMax = 100;
/** Clients that are judged at a time, and before the next store gets its turn. */
const judgedAtOnce = 16;

/**
 * Counts requests without making them wait: they are summed up in memory, stored a quarter of a
 * second later, and judged after that. A crash loses a quarter of a second of counts; decisions are
 * counted by their own commits and lose none. A failed store is tried again by the next flush, as the
 * same batch: where nobody knows whether it happened it counts once all the same.
 */
export function trackTraffic(
  { clock, random, log, counts, watch, pause }: TrackTraffic,
): Traffic {
  const buffer = requestBuffer();
  const instance = uuidV7({ clock, random });
  let batchesMade = 0;
  /** The batch of which nobody knows whether it was added. */
  let failed: readonly NotedBatch[] = [];
  let gathering = false;
  let stores = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let flushes: Promise<void> = Promise.resolve();

  /** One at a time: what is read to judge by holds whole stores, or requests would count twice. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = turn.then(work);
    turn = Promise.allSettled([done]);
    return done;
  }

  async function store(): Promise<StoredTraffic> {
    const pending = [...failed, ...takeBatches()];
    failed = [];
    const number = ++stores;
    const stored: NotedSum[] = [];
    for (const [at, batch] of pending.entries()) {
      try {
        await counts.add(batch);
      } catch (cause) {
        failed = [batch];
        buffer.putBack(pending.slice(at + 1).flatMap(({ sums }) => sums));
        log.error("traffic_not_stored", cause);
        break;
      }
      stored.push(...batch.sums);
    }
    return { sums: stored, number };
  }

  function takeBatches(): readonly NotedBatch[] {
    const sums = buffer.take();
    const batches: NotedBatch[] = [];
    for (let at = 0; at < sums.length; at += commitSumsMax) {
      batches.push({ id: [instance, batchesMade++], sums: sums.slice(at, at + commitSumsMax) });
    }
    return batches;
  }

  // An hour's beginning has much to read: stores get their turn between two groups of clients.
  async function judge(watching: ClientWatch, { sums, number }: StoredTraffic): Promise<void> {
    const clients = [...Map.groupBy(sums, ownerKey).values()];
    for (let at = 0; at < clients.length; at += judgedAtOnce) {
      const group = clients.slice(at, at + judgedAtOnce);
      await inTurn(() => Promise.all(group.map((own) => judgeClient(watching, own, number))));
    }
  }

  async function judgeClient(watching: ClientWatch, sums: readonly NotedSum[], number: number) {
    const [owner] = sums;
    if (owner === undefined) return;
    try {
      await watching.judge({ owner, sums, store: number, lastStore: stores });
    } catch (cause) {
      log.error("traffic_not_judged", cause, { service: owner.service });
    }
  }

  async function storeAndJudge(): Promise<void> {
    const stored = await inTurn(store);
    if (watch !== null) await judge(watch, stored);
  }

  /** Also ends what earlier flushes have begun: nothing is left to do for a store that closes. */
  async function flush(): Promise<void> {
    flushes = Promise.all([flushes, storeAndJudge()]).then(() => {}); // else each would hold the last
    await flushes;
  }

  async function flushSoon(): Promise<void> {
    if (gathering) return;
    gathering = true;
    await pause(gatherMilliseconds);
    gathering = false;
    await flush();
  }

  return {
    note: (request) => {
      buffer.note(request, hourOf(clock.now()));
      void flushSoon();
    },
    throttled: async (owner: TrafficOwner) => watch !== null && await watch.throttled(owner),
    flush,
  };
}

/** A batch, with what is judged of it. */
interface NotedBatch extends TrafficBatch {
  readonly sums: readonly NotedSum[];
}

/** What one store has written. */
interface StoredTraffic {
  readonly sums: readonly NotedSum[];
  readonly number: number;
}
