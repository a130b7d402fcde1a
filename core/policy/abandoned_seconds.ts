import type { Policy } from "./policy.ts";

/** Seconds that the clocks of two machines may differ. */
const clocksApartSeconds = 60;
/** Seconds between two runs of what ends acts whose process has died. */
const housekeepingSeconds = 60;

/**
 * Seconds after its beginning past which no seal or signature runs: its document may be worked on after
 * its deadline, and it has begun by another machine's clock.
 */
export function abandonedSeconds(
  { idempotency: { lapseSeconds }, seal: { documentSeconds } }: Pick<
    Policy,
    "idempotency" | "seal"
  >,
): number {
  return lapseSeconds + documentSeconds + clocksApartSeconds;
}

/** Seconds after its beginning at which the end of an act whose process has died is on record. */
export function pledgeSeconds(policy: Pick<Policy, "idempotency" | "seal">): number {
  return abandonedSeconds(policy) + housekeepingSeconds;
}
