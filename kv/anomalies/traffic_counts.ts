import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { TrafficCounts, TrafficOwner } from "../../core/anomalies/ports.ts";
import { defineKey, type KeyKind } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, timestamp } from "../store/lifetime.ts";
import { add, create, type Operation, type Store } from "../store/store.ts";

/** Dependencies of the counts. */
export interface OpenTrafficCounts {
  readonly store: Store;
  readonly clock: Clock;
  /** Whether hours are counted too, which anomaly tracking needs. */
  readonly hourly: boolean;
}

/** Counters of requests by hour and kind. */
export const trafficHours = defineKey({
  name: "traffic_hour",
  parts: ["service", "clientId", "hour", "kind"],
  value: "counter",
  lifetime: "7 days, or `baselineHours`, and 2 h",
  personal: "no",
  protected: null,
});

/** Counters of requests by UTC day. */
export const trafficDays = defineKey({
  name: "traffic_day",
  parts: ["service", "clientId", "date"],
  value: "counter",
  lifetime: "400 days; in a sandbox `sandboxUsageDays`",
  personal: "no",
  protected: null,
});

/** Key that marks a batch of requests as counted. */
export const trafficBatches = defineKey({
  name: "traffic_batch",
  parts: ["instance", "number"],
  value: "`{ expiresAt }`: these requests are counted",
  lifetime: "1 h",
  personal: "no",
  protected: null,
});

const hourMilliseconds = 3_600_000;

/** Marks a batch as added. */
const Added = z.object({ expiresAt: ExpiresAt });
/** Hours for which an outcome may stay unknown: far longer than any commit takes. */
const addedHours = 1;

/**
 * Opens the counts of clients' requests, by hour and kind for anomalies, by UTC day for usage. All
 * instances add to the same counters; `period_counters.ts` removes old ones.
 */
export function openTrafficCounts({ store, clock, hourly }: OpenTrafficCounts): TrafficCounts {
  return {
    add: async ({ id, sums }) => {
      const additions: Operation[] = [];
      for (const { hour, kind, count, judged = true, ...owner } of sums) {
        additions.push(add([...ownKey(trafficDays, owner), dateOf(hour)], count));
        if (hourly && judged) {
          additions.push(add([...ownKey(trafficHours, owner), hour, kind], count));
        }
      }
      const expiresAt = timestamp(clock.now().add({ hours: addedHours }));
      const once = create(Added, trafficBatches.key(...id), { expiresAt });
      if (additions.length > 0) await store.commit([...once, ...additions]);
    },
    hours: (owner, fromHour) => {
      const prefix = ownKey(trafficHours, owner);
      return Array.fromAsync(
        store.counts({ prefix, start: [...prefix, fromHour] }),
        ({ key, count }) => ({ hour: Number(key.at(-2)), kind: String(key.at(-1)), count }),
      );
    },
    days: async (owner, { from, to }) => {
      const prefix = ownKey(trafficDays, owner);
      const days = await Array.fromAsync(
        store.counts({ prefix, start: [...prefix, from], end: [...prefix, to] }),
        ({ key, count }) => [String(key.at(-1)), count] as const,
      );
      return new Map(days);
    },
  };
}

function ownKey(kind: KeyKind, { service, clientId }: TrafficOwner): Key {
  return kind.key(service, clientId);
}

/** The UTC date of an hour. */
function dateOf(hour: number): string {
  return Temporal.Instant.fromEpochMilliseconds(hour * hourMilliseconds).toString().slice(0, 10);
}
