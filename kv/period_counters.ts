import { z } from "zod";
import { type Anomalies, hoursRead } from "../core/policy/anomalies.ts";
import type { Clock } from "../base/clock.ts";
import { decisionDays } from "./decision_counts.ts";
import { defineKey, type KeyKind } from "./store/define_key.ts";
import type { Key, KeyRange } from "./store/key.ts";
import { ExpiresAt, timestamp } from "./store/lifetime.ts";
import type { Operation, Store } from "./store/store.ts";
import { trafficDays, trafficHours } from "./traffic_counts.ts";

/** Where it stands that old counters were lately removed. */
export const countersRemoved = defineKey({
  name: "counters_removed",
  parts: [],
  value: "`{ expiresAt }`",
  lifetime: "1 h",
  personal: "no",
  protected: null,
});

/** What removing needs. */
export interface RemoveOldCounters {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: Pick<Anomalies, "baselineHours">;
}

/** Says that some instance has lately removed what is old. */
const Removal = z.object({ expiresAt: ExpiresAt }).readonly();

/** Days that usage can be asked for, and some to spare: a window is 366 days and may end in the past. */
const daysKept = 400;
/** Counters that a commit removes: their keys stay in the budget for the longest client id. */
const removedAtOnce = 200;
const hourMilliseconds = 3_600_000;

/**
 * Removes counters that nothing reads any more: once an hour, by one of any number of instances. A
 * client's counters stand together, so that each client costs one read, however much it has.
 */
export async function removeOldCounters(
  { store, clock, rules }: RemoveOldCounters,
): Promise<void> {
  const now = clock.now();
  const expiresAt = timestamp(now.add({ hours: 1 }));
  if (!await store.claimOnce(Removal, countersRemoved.key(), { expiresAt })) return;
  const thisHour = Math.floor(now.epochMilliseconds / hourMilliseconds);
  await removeBefore(store, trafficHours, thisHour - hoursRead(rules) - 2);
  const firstDay = now.subtract({ hours: 24 * daysKept }).toString().slice(0, 10);
  await removeBefore(store, trafficDays, firstDay);
  await removeBefore(store, decisionDays, firstDay);
}

/** Removes the counters `[name, service, clientId, period, ...]` of all periods before one. */
async function removeBefore(store: Store, kind: KeyKind, period: number | string): Promise<void> {
  let start = kind.key();
  for (;;) {
    const [first] = await Array.fromAsync(store.counts(rangeFrom(kind, start), { limit: 1 }));
    if (first === undefined) return;
    const client = first.key.slice(0, 3) as unknown as Key;
    let removals: Operation[] = [];
    for await (const old of store.counts({ prefix: client, end: [...client, period] })) {
      removals.push(old.delete);
      if (removals.length < removedAtOnce) continue;
      await store.commit(removals);
      removals = [];
    }
    if (removals.length > 0) await store.commit(removals);
    // Behind every period of this client: numbers stand behind texts, and none is larger.
    start = [...client, Number.MAX_SAFE_INTEGER];
  }
}

function rangeFrom(kind: KeyKind, start: Key): KeyRange {
  const prefix = kind.key();
  return start.length === 1 ? { prefix } : { prefix, start };
}
