import { z } from "zod";
import { type Anomalies, hoursRead } from "../../core/policy/anomalies.ts";
import type { Clock } from "../../base/clock.ts";
import { decisionDays } from "../audit/decision_counts.ts";
import { defineKey, type KeyKind } from "../store/define_key.ts";
import type { Key, KeyRange } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Operation, type Store } from "../store/store.ts";
import { trafficDays, trafficHours } from "../anomalies/traffic_counts.ts";

/** Record of the last removal of old counters, or its progress. */
export const countersRemoved = defineKey({
  name: "counters_removed",
  parts: [],
  value: "`{ expiresAt, next? }`",
  lifetime: "1 h",
  personal: "no",
  protected: null,
});

/** Dependencies of the removal. */
export interface RemoveOldCounters {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: Pick<Anomalies, "baselineHours">;
  /** Days for which usage is available, with a margin. */
  readonly usageDays: number;
  /** Maximum clients of one run; for tests. */
  readonly clientsMax?: number;
}

/** Days in a live deployment: a window of usage is 366 days and may end in the past. */
export const liveUsageDays = 400;

/** The position to continue a removal: a kind of counters, after a client; null: from the first. */
const Place = z.object({
  kind: z.int().min(0),
  after: z.tuple([z.string(), z.string()]).nullable(),
});
type Place = z.infer<typeof Place>;

/** The record of a completed removal, or its progress. */
const Removal = z.object({ expiresAt: ExpiresAt, next: Place.optional() });

/** Counters that a commit removes: their keys fit the budget even for the longest client id. */
const removedAtOnce = 200;
/** Clients whose counters one run reads: less than a second of a store's time. */
const clientsAtOnce = 1_000;
const hourMilliseconds = 3_600_000;

/**
 * Removes counters that are no longer read: once an hour, a limited number of clients a run; the
 * next run continues. Two instances may do the same step without harm. A client's counters are
 * adjacent, so that each client costs one read.
 */
export async function removeOldCounters(
  { store, clock, rules, usageDays, clientsMax = clientsAtOnce }: RemoveOldCounters,
): Promise<void> {
  const now = clock.now();
  const found = await store.get(Removal, countersRemoved.key());
  const last = found === null || hasPassed(found.value.expiresAt, now) ? null : found.value;
  if (last !== null && last.next === undefined) return;
  const thisHour = Math.floor(now.epochMilliseconds / hourMilliseconds);
  const firstDay = now.subtract({ hours: 24 * usageDays }).toString().slice(0, 10);
  const periods = [
    [trafficHours, thisHour - hoursRead(rules) - 2],
    [trafficDays, firstDay],
    [decisionDays, firstDay],
  ] as const;
  let next: Place | null = last?.next ?? { kind: 0, after: null };
  for (let clients = 0; clients < clientsMax && next !== null; clients++) {
    const [kind, period] = periods[next.kind] ?? [];
    if (kind === undefined || period === undefined) {
      next = null;
      break;
    }
    const client = await removeOfNext(store, kind, { after: next.after, period });
    next = client === null
      ? { kind: next.kind + 1, after: null }
      : { kind: next.kind, after: client };
  }
  const value = {
    expiresAt: timestamp(now.add({ hours: 1 })),
    ...(next === null ? {} : { next }),
  };
  await store.commit(
    found === null
      ? create(Removal, countersRemoved.key(), value)
      : [found.check, found.set(value)],
  );
}

/**
 * Removes the counters `[name, service, clientId, period, ...]` of the next client, of all periods
 * before a given one.
 *
 * @returns the client; null after the last one
 */
async function removeOfNext(
  store: Store,
  kind: KeyKind,
  { after, period }: { readonly after: Place["after"]; readonly period: number | string },
): Promise<Place["after"]> {
  // Behind every period of a client: numbers stand behind texts, and none is larger.
  const start = after === null ? kind.key() : kind.key(...after, Number.MAX_SAFE_INTEGER);
  const [first] = await Array.fromAsync(store.counts(rangeFrom(kind, start), { limit: 1 }));
  if (first === undefined) return null;
  const client = first.key.slice(0, 3) as unknown as Key;
  let removals: Operation[] = [];
  for await (const old of store.counts({ prefix: client, end: [...client, period] })) {
    removals.push(old.delete);
    if (removals.length < removedAtOnce) continue;
    await store.commit(removals);
    removals = [];
  }
  if (removals.length > 0) await store.commit(removals);
  return [String(client[1]), String(client[2])];
}

function rangeFrom(kind: KeyKind, start: Key): KeyRange {
  const prefix = kind.key();
  return start.length === 1 ? { prefix } : { prefix, start };
}
