import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { hourOf } from "./hours.ts";
import type { NotedRequest, TrafficBatch, TrafficCounts } from "./ports.ts";
import { type NotedSum, requestBuffer } from "./request_buffer.ts";

/**
 * Maximum sums of one commit: two additions each, which fit the commit budget even with the longest
 * client id.
 */
const commitSumsMax = 100;

/** Dependencies of {@link openTrafficStore}. */
export interface TrafficStoreDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly counts: Pick<TrafficCounts, "add">;
}

/** Sums that one store operation wrote. */
export interface StoredTraffic {
  readonly sums: readonly NotedSum[];
  readonly number: number;
}

/** Requests that are noted in memory and stored in batches. */
export interface TrafficStore {
  note(request: NotedRequest): void;
  /** Stores the noted requests. Never rejects; calls must not overlap. */
  store(): Promise<StoredTraffic>;
  /** Number of the last store operation, from 1; 0 before the first. */
  lastStore(): number;
}

/** A batch, with the data to judge. */
interface NotedBatch extends TrafficBatch {
  readonly sums: readonly NotedSum[];
}

/**
 * Opens the noted requests of this instance. The next store operation repeats a failed batch
 * unchanged, so that a batch with an unknown outcome counts once.
 */
export function openTrafficStore(
  { clock, random, log, counts }: TrafficStoreDependencies,
): TrafficStore {
  const buffer = requestBuffer();
  const instance = uuidV7({ clock, random });
  let batchesMade = 0;
  /** Batches whose outcome is unknown. */
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
