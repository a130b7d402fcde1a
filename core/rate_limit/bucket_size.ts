import type { BucketSize } from "./token_bucket.ts";

/** Facts about a caller that change the size of its buckets. */
export interface Allowance {
  /** Size that an operator set for this client; null: the policy's. */
  readonly override: BucketSize | null;
  /** Whether a recent volume spike throttles the client. */
  readonly throttled: boolean;
}

/**
 * The size of a caller's bucket (decisions.md part 5). A throttled caller gets a share of both
 * numbers, each at least 1, but never more than without the throttle.
 *
 * @param standard the size in the policy
 * @param throttlePercent the share that a throttled caller keeps
 */
export function sizeFor(
  standard: BucketSize,
  { override, throttled }: Allowance,
  throttlePercent: number,
): BucketSize {
  const { capacity, refillPerSecond } = override ?? standard;
  if (!throttled) return { capacity, refillPerSecond };
  const share = (whole: number) => Math.min(whole, Math.max(1, whole * throttlePercent / 100));
  return { capacity: Math.floor(share(capacity)), refillPerSecond: share(refillPerSecond) };
}
