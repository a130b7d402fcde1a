import type { Policy } from "./policy.ts";

/** Seconds by which the clocks of two machines may differ. */
const clocksApartSeconds = 60;
/** Seconds between two runs of the job that ends abandoned acts. */
const housekeepingSeconds = 60;

/**
 * Seconds after its start beyond which no seal or signature still runs: processing may continue
 * after the deadline, and another machine's clock may have set the start.
 */
export function abandonedSeconds(
  { idempotency: { lapseSeconds }, seal: { documentSeconds } }: Pick<
    Policy,
    "idempotency" | "seal"
  >,
): number {
  return lapseSeconds + documentSeconds + clocksApartSeconds;
}

/** Seconds after its start by which the end of an abandoned act is recorded. */
export function pledgeSeconds(policy: Pick<Policy, "idempotency" | "seal">): number {
  return abandonedSeconds(policy) + housekeepingSeconds;
}
