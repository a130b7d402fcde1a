import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { type Anomalies, hoursRead } from "../policy/anomalies.ts";
import type { Clock } from "../../base/clock.ts";
import type {
  AnomalyRecords,
  KnownClient,
  Throttle,
  TrafficCounts,
  TrafficOwner,
} from "./ports.ts";
import { type Baseline, baselineOf, type Mix, mixOf } from "./baseline.ts";
import { type NotedSum, ownerKey } from "./request_buffer.ts";

/** Maximum clients whose counts an instance caches: more than the busiest deployment has. */
export const clientsMax = 2_000;
/**
 * Milliseconds for which an instance counts alone before it reads the counts of other instances.
 */
const refreshMilliseconds = 5_000;

/** A client's sums from one store operation. */
export interface StoredSums {
  readonly owner: TrafficOwner;
  readonly sums: readonly NotedSum[];
  /** The number of this instance's store operation that wrote the sums, from 1. */
  readonly store: number;
  /** The number of the last store operation: none runs while sums are judged. */
  readonly lastStore: number;
}

/** A client in one hour, as cached by an instance. */
export interface ClientHour {
  readonly hour: number;
  readonly client: KnownClient;
  readonly baseline: Baseline;
  readonly thisHour: Mix;
  /**
   * The number of the store operation up to which this instance's own requests are in `thisHour`.
   */
  readonly countedThrough: number;
  /** Milliseconds since 1970 when the counts were read. */
  readonly readAt: number;
  readonly throttle: Throttle | null;
}

/** Dependencies of {@link openClientHours}. */
export interface ClientHoursDependencies {
  readonly rules: Pick<Anomalies, "baselineHours">;
  readonly clock: Clock;
  readonly counts: Pick<TrafficCounts, "hours">;
  readonly records: Pick<AnomalyRecords, "client" | "lastThrottle">;
}

/**
 * The current hour of each client: read from the store at intervals, and counted in memory in
 * between.
 */
export interface ClientHours {
  /** @returns the client's hour including the sums, which are already stored */
  read(stored: StoredSums): Promise<ClientHour>;
  /** Caches an hour after it was judged. */
  keep(owner: TrafficOwner, seen: ClientHour): void;
}

/** Opens the memory of clients' current hours. */
export function openClientHours(
  { rules, clock, counts, records }: ClientHoursDependencies,
): ClientHours {
  const hours = leastRecentlyUsed<ClientHour>(clientsMax);
  const milliseconds = () => clock.now().epochMilliseconds;

  async function readWhole({ owner, lastStore }: StoredSums, hour: number): Promise<ClientHour> {
    const [found, client, { throttle }] = await Promise.all([
      counts.hours(owner, hour - hoursRead(rules)),
      records.client(owner),
      records.lastThrottle(owner),
    ]);
    const throttledHours = throttle?.throttledHours ?? [];
    return {
      hour,
      client,
      throttle,
      baseline: baselineOf(rules, { hour, counts: found, throttledHours }),
      thisHour: mixOf(found.filter((count) => count.hour === hour)),
      countedThrough: lastStore,
      readAt: milliseconds(),
    };
  }

  async function refresh(known: ClientHour, { owner, lastStore }: StoredSums): Promise<ClientHour> {
    const { hour } = known;
    const found = await counts.hours(owner, hour);
    const thisHour = mixOf(found.filter((count) => count.hour === hour));
    return { ...known, thisHour, countedThrough: lastStore, readAt: milliseconds() };
  }

  return {
    read: async (stored) => {
      const { owner, sums, store } = stored;
      const hour = Math.max(...sums.map((sum) => sum.hour));
      const known = hours.get(ownerKey(owner));
      if (known?.hour !== hour) return await readWhole(stored, hour);
      if (milliseconds() - known.readAt >= refreshMilliseconds) return await refresh(known, stored);
      if (store <= known.countedThrough) return known;
      const added = sums.filter((sum) => sum.hour === hour);
      const before = [...known.thisHour].map(([kind, count]) => ({ kind, count }));
      return { ...known, thisHour: mixOf([...before, ...added]), countedThrough: store };
    },
    keep: (owner, seen) => hours.set(ownerKey(owner), seen),
  };
}
