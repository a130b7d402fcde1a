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

/** Clients of which an instance remembers what it read: the busiest of any deployment. */
export const clientsMax = 2_000;
/** Time for which an instance counts this hour by itself before it reads the counts of others. */
const refreshMilliseconds = 5_000;

/** A client's sums of one store. */
export interface StoredSums {
  readonly owner: TrafficOwner;
  readonly sums: readonly NotedSum[];
  /** Which of this instance's stores wrote them, counted from 1. */
  readonly store: number;
  /** The last store that was made: none runs while sums are judged. */
  readonly lastStore: number;
}

/** A client in one hour, as an instance remembers it. */
export interface ClientHour {
  readonly hour: number;
  readonly client: KnownClient;
  readonly baseline: Baseline;
  readonly thisHour: Mix;
  /** The store up to which this instance's own requests are in `thisHour`. */
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

/** The current hour of each client, read from the store now and then and counted in memory since. */
export interface ClientHours {
  /** @returns the client's hour, the sums included: they are stored already */
  read(stored: StoredSums): Promise<ClientHour>;
  /** Remembers an hour as it was judged. */
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
