import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { hourOf } from "./hours.ts";
import type { NotedRequest, TrafficBatch, TrafficCounts } from "./ports.ts";
import { type NotedSum, requestBuffer } from "./request_buffer.ts";

/** Sums of one commit: two additions each, whose keys stay in the budget for the longest client id. */
const commitSumsMax = 100;

/** Dependencies of {@link openTrafficStore}. */
export interface TrafficStoreDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly counts: Pick<TrafficCounts, "add">;
}

/** Sums that one store has written. */
export interface StoredTraffic {
  readonly sums: readonly NotedSum[];
  readonly number: number;
}

/** Requests that are noted in memory and stored in batches. */
export interface TrafficStore {
  note(request: NotedRequest): void;
  /** Stores what is noted. Never rejects; one call at a time. */
  store(): Promise<StoredTraffic>;
  /** Number of the last store, from 1; 0 before the first. */
  lastStore(): number;
}

/** A batch, with what is judged of it. */
interface NotedBatch extends TrafficBatch {
  readonly sums: readonly NotedSum[];
}

/**
 * Opens the noted requests of this instance. A batch that fails is added again by the next store, as
 * the same batch: where it is unknown whether it was added it counts once all the same.
 */
export function openTrafficStore(
  { clock, random, log, counts }: TrafficStoreDependencies,
): TrafficStore {
  const buffer = requestBuffer();
  const instance = uuidV7({ clock, random });
  let batchesMade = 0;
  /** The batch of which it is unknown whether it was added. */
  let failed: readonly NotedBatch[] = [];
  let stores = 0;

  function takeBatches(): readonly NotedBatch[] {
    const sums = buffer.take();
    const batches: NotedBatch[] = [];
    for (let at = 0; at < sums.length; at += commitSumsMax) {
      batches.push({ id: [instance, batchesMade++], sums: sums.slice(at, at + commitSumsMax) });
    }
    return batches;
  }

  return {
    note: (request) => buffer.note(request, hourOf(clock.now())),
    store: async () => {
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
    },
    lastStore: () => stores,
  };
}
