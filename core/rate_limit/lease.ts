/** Seconds for which a server may spend the tokens of a lease at most. */
export const leaseSeconds = 2;

/** Part of a lease, in percent, that its holder leaves out: so far may another server's clock be ahead. */
export const leaseMarginPercent = 25;

const shareOfCapacity = 20;
const leaseTokensMax = 20;

/**
 * Tokens that a server takes from a bucket at a time: a twentieth of its capacity, 1 to 20. One is the
 * request's own, so that of a small bucket nothing is leased.
 *
 * @see decisions-3.md part 20, rate limits
 */
export function leaseSize(capacity: number): number {
  return Math.min(leaseTokensMax, Math.max(1, Math.floor(capacity / shareOfCapacity)));
}
