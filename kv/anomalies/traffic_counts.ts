import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { TrafficCounts, TrafficOwner } from "../../core/anomalies/ports.ts";
import { defineKey, type KeyKind } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, timestamp } from "../store/lifetime.ts";
import { add, create, type Operation, type Store } from "../store/store.ts";

/** What the counts need. */
export interface OpenTrafficCounts {
  readonly store: Store;
  readonly clock: Clock;
  /** Whether hours are counted too: where anomalies are tracked. */
  readonly hourly: boolean;
}

/** The counters of requests, by hour and kind. */
export const trafficHours = defineKey({
  name: "traffic_hour",
  parts: ["service", "clientId", "hour", "kind"],
  value: "counter",
  lifetime: "7 days, or `baselineHours`, and 2 h",
  personal: "no",
  protected: null,
});

/** The counters of requests, by UTC day. */
export const trafficDays = defineKey({
  name: "traffic_day",
  parts: ["service", "clientId", "date"],
  value: "counter",
  lifetime: "400 days; in a sandbox `sandboxUsageDays`",
  personal: "no",
  protected: null,
});

/** Where it stands that a batch of requests is counted. */
export const trafficBatches = defineKey({
  name: "traffic_batch",
  parts: ["instance", "number"],
  value: "`{ expiresAt }`: these requests are counted",
  lifetime: "1 h",
  personal: "no",
  protected: null,
});

const hourMilliseconds = 3_600_000;

/** Says that a batch has been added. */
const Added = z.object({ expiresAt: ExpiresAt });
/** How long an outcome may stay unknown: far longer than any commit is under way. */
const addedHours = 1;

/**
 * Opens the counts of requests that clients made, by hour and kind for anomalies, by UTC day for usage. Counters, added
 * to by every instance at once; `period_counters.ts` removes old ones.
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
