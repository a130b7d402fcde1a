/** Maximum seconds for which a server may spend the tokens of a lease. */
export const leaseSeconds = 2;

/**
 * Percentage of a lease's time that its holder does not use, since another server's clock may be
 * ahead.
 */
export const leaseMarginPercent = 25;

const shareOfCapacity = 20;
const leaseTokensMax = 20;

/**
 * Tokens that a server takes from a bucket at a time: a twentieth of its capacity, 1 to 20. One of
 * them is for the request itself, so that a small bucket is never leased.
 *
 * @see decisions-3.md part 20, rate limits
 */
export function leaseSize(capacity: number): number {
  return Math.min(leaseTokensMax, Math.max(1, Math.floor(capacity / shareOfCapacity)));
}
