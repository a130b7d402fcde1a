import type { Clock } from "../../base/clock.ts";
import { Timestamp } from "../../core/nouns.ts";
import { hasPassed, timestamp } from "./lifetime.ts";
import type { Entry, Store } from "./store.ts";

/** The member of a value that one server at a time works on. */
export const leasable = {
  /** Until when a server works on it; null if none does. */
  leasedUntil: Timestamp.nullable(),
};

/** A value that one server at a time works on. */
export interface Leasable {
  readonly leasedUntil: string | null;
}

/** Seconds after which another server continues if one has died. */
const leaseSeconds = 600;

/**
 * Leases work that no other server does. If the work takes longer than its lease, two servers may
 * do it, so that it must tolerate this and end by a check of the entry.
 *
 * @returns the entry with the lease; null if another server has it
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
 * Writes the progress of this server, and renews its lease.
 *
 * @returns the entry after the write; null if another server has taken it over
 */
export async function renewLease<Value extends Leasable>(
  { store, clock }: { readonly store: Pick<Store, "write">; readonly clock: Clock },
  { value, check, set }: Pick<Entry<Value>, "value" | "check" | "set">,
): Promise<Entry<Value> | null> {
  const leasedUntil = timestamp(clock.now().add({ seconds: leaseSeconds }));
  return await store.write(set({ ...value, leasedUntil }), [check]);
}
