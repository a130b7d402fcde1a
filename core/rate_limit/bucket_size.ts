import type { BucketSize } from "./token_bucket.ts";

/** Facts about a caller that change the size of its buckets. */
export interface Allowance {
  /** Size that an operator gave this client; null: the policy's. */
  readonly override: BucketSize | null;
  /** Whether its volume spiked lately. */
  readonly throttled: boolean;
}

/**
 * The size of a caller's bucket (decisions.md part 5). A throttled one has a share of both numbers,
 * at least 1 of each, and never more than it would have without.
 *
 * @param standard the policy's
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
