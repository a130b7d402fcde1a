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
  /** Null in a sandbox deployment, where no anomalies are tracked (decisions.md part 1). */
  readonly watch: ClientWatch | null;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Time for which a request may stay noted and not stored: a crash loses it. */
const gatherMilliseconds = 250;
/** Clients that are judged at a time, before the next store may run. */
const judgedAtOnce = 16;

/**
 * Counts requests without making them wait: they are summed up in memory, stored a quarter of a
 * second later, and judged after that. A crash loses a quarter of a second of counts; decisions are
 * counted by their own commits and lose none.
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
      traffic.note(request);
      void flushSoon();
    },
    throttled: async (owner: TrafficOwner) => watch !== null && await watch.throttled(owner),
    flush,
  };
}

/** Runs work one after the other: what is read to judge by holds whole stores, or requests would count twice. */
function openSerial(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = Promise.allSettled([done]);
    return done;
  };
}
