import type { Clock } from "../../base/clock.ts";
import { Timestamp } from "../../core/nouns.ts";
import { hasPassed, timestamp } from "./lifetime.ts";
import type { Entry, Store } from "./store.ts";

/** The member of a value that one server at a time works on. */
export const leasable = {
  /** Until when a server works on it; null: none does. */
  leasedUntil: Timestamp.nullable(),
};

/** A value that one server at a time works on. */
export interface Leasable {
  readonly leasedUntil: string | null;
}

/** Seconds after which another server goes on where one has died. */
const leaseSeconds = 600;

/**
 * Takes what no other server works on. One that works longer than its lease is worked on by two: the
 * work must be such that both may do it, and end by the check of the entry.
 *
 * @returns the entry as it stands from then on; null: another server has it
 */
export async function takeLease<Value extends Leasable>(
  { store, clock }: { readonly store: Pick<Store, "write">; readonly clock: Clock },
  { value, check, set }: Entry<Value>,
): Promise<Entry<Value> | null> {
  const { leasedUntil } = value;
  if (leasedUntil !== null && !hasPassed(leasedUntil, clock.now())) return null;
  return await renewLease({ store, clock }, { value, check, set });
}

/**
 * Writes what this server works on, and begins its lease anew.
 *
 * @returns the entry as it stands from then on; null: another server has taken it over
 */
export async function renewLease<Value extends Leasable>(
  { store, clock }: { readonly store: Pick<Store, "write">; readonly clock: Clock },
  { value, check, set }: Pick<Entry<Value>, "value" | "check" | "set">,
): Promise<Entry<Value> | null> {
  const leasedUntil = timestamp(clock.now().add({ seconds: leaseSeconds }));
  return await store.write(set({ ...value, leasedUntil }), [check]);
}
