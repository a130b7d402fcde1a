import type { Clock } from "../../../base/clock.ts";

/** The server that works on something, and until when; RFC 3339 if stored. Null if none does. */
export type Lease = {
  readonly holder: string;
  readonly until: Temporal.Instant | string;
} | null;

/** Whether another server than this one works on something. */
export function isLeasedByAnother(
  lease: Lease,
  holder: string,
  { clock }: { readonly clock: Clock },
): boolean {
  return lease !== null && lease.holder !== holder &&
    Temporal.Instant.compare(lease.until, clock.now()) > 0;
}
