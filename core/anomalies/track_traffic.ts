import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Traffic, TrafficCounts, TrafficOwner } from "./ports.ts";
import { type NotedSum, ownerKey } from "./request_buffer.ts";
import { openTrafficStore, type StoredTraffic } from "./store_traffic.ts";
import type { ClientWatch } from "./watch_clients.ts";

/** Dependencies of {@link trackTraffic}. */
export interface TrafficDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly counts: TrafficCounts;
  /** Null in a sandbox deployment, which tracks no anomalies (decisions.md part 1). */
  readonly watch: ClientWatch | null;
  /** Resolves after a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Milliseconds for which a request may stay noted before it is stored; a crash loses such requests.
 */
const gatherMilliseconds = 250;
/** Maximum clients judged at a time, before the next store operation may run. */
const judgedAtOnce = 16;

/**
 * Counts requests without delaying them: they are summed in memory, stored a quarter of a second
 * later, and then judged. A crash loses a quarter of a second of counts; decisions are counted in
 * their own commits and none is lost.
 */
export function trackTraffic(
  { clock, random, log, counts, watch, pause }: TrafficDependencies,
): Traffic {
  const traffic = openTrafficStore({ clock, random, log, counts });
  const serially = openSerial();
  let gathering = false;
  let flushes: Promise<void> = Promise.resolve();

  // The first judgement of an hour reads much: a store may run after each group of clients.
  async function judge(watching: ClientWatch, { sums, number }: StoredTraffic): Promise<void> {
    const judgedSums = sums.filter(({ judged }) => judged !== false);
    const clients = [...Map.groupBy(judgedSums, ownerKey).values()];
    for (let at = 0; at < clients.length; at += judgedAtOnce) {
      const group = clients.slice(at, at + judgedAtOnce);
      await serially(() => Promise.all(group.map((own) => judgeClient(watching, own, number))));
    }
  }

  async function judgeClient(watching: ClientWatch, sums: readonly NotedSum[], number: number) {
    const [owner] = sums;
    if (owner === undefined) return;
    try {
      await watching.judge({ owner, sums, store: number, lastStore: traffic.lastStore() });
    } catch (cause) {
      log.error("traffic_not_judged", cause, { service: owner.service });
    }
  }

  async function storeAndJudge(): Promise<void> {
    const stored = await serially(traffic.store);
    if (watch !== null) await judge(watch, stored);
  }

  /** Also waits for work that earlier flushes began, so that the store may be closed afterwards. */
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
      traffic.note(request);
      void flushSoon();
    },
    throttled: async (owner: TrafficOwner) => watch !== null && await watch.throttled(owner),
    flush,
  };
}

/**
 * Runs work in sequence: judging must read the result of whole store operations, or requests would
 * count twice.
 */
function openSerial(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = Promise.allSettled([done]);
    return done;
  };
}
