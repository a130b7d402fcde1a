/** Size of a token bucket. A request takes one token. */
export interface BucketSize {
  /** Tokens of a full bucket: a whole number, at least 1. */
  readonly capacity: number;
  /** Tokens added per second, above 0. */
  readonly refillPerSecond: number;
}

/** State of a bucket after the last request. */
export interface BucketState {
  /** At least 0; a fraction is a partly refilled token. */
  readonly tokens: number;
  /** Time of that number of tokens: milliseconds since 1970. */
  readonly at: number;
}

/** Result of taking a token. */
export interface Take {
  /** Whether there was a token, which is now taken. */
  readonly allowed: boolean;
  /** Remaining whole tokens. */
  readonly remaining: number;
  /**
   * Whole seconds until the requested tokens are available: 0 while one is left, else at least 1.
   */
  readonly retryAfterSeconds: number;
  /** Whole seconds, at least 1, during which the tokens do not exceed `remaining`. */
  readonly resetSeconds: number;
}

/**
 * Part of a token that rounding may lose, so that a caller that waits `retryAfterSeconds` is never
 * refused because of it.
 */
const forgiven = 1e-6;

/**
 * Maximum milliseconds by which the clock of another instance may be ahead. The tokens of that time
 * are not added twice; a bucket from further in the future was written by a wrong clock and counts
 * as new.
 */
const aheadMillisecondsMax = 60_000;

/**
 * Takes tokens if enough are available; otherwise the bucket stays unchanged.
 *
 * @param left the stored bucket; null: no token was ever taken, so the bucket is full
 * @param size the current size, which also applies to a bucket stored under another size
 * @param now milliseconds since 1970
 * @param leased tokens that servers hold and may still spend; they count as in the bucket
 * @param amount number of tokens to take
 */
export function takeToken(
  left: BucketState | null,
  size: BucketSize,
  now: number,
  { leased = 0, amount = 1 }: { readonly leased?: number; readonly amount?: number } = {},
): { readonly bucket: BucketState; readonly take: Take } {
  const { tokens, at } = refilled(left, size, now, leased);
  const allowed = tokens + forgiven >= amount;
  const bucket = { tokens: allowed ? Math.max(0, tokens - amount) : tokens, at };
  const remaining = Math.floor(bucket.tokens + forgiven);
  const resetSeconds = secondsUntil(remaining + 1, { bucket, size, now });
  return {
    bucket,
    take: {
      allowed,
      remaining,
      retryAfterSeconds: allowed && remaining > 0
        ? 0
        : secondsUntil(allowed ? 1 : amount, { bucket, size, now }),
      resetSeconds,
    },
  };
}

/** Time at which a bucket becomes full if no token is taken: milliseconds since 1970. */
export function fullAt({ tokens, at }: BucketState, size: BucketSize): number {
  return at + Math.ceil((size.capacity - tokens) / size.refillPerSecond * 1000);
}

/**
 * Refills the bucket up to now. A clock that ran backwards, or another one ahead, adds nothing.
 *
 * @param leased as in {@link takeToken}; refill stops at the capacity minus these
 */
export function refilled(
  left: BucketState | null,
  size: BucketSize,
  now: number,
  leased: number,
): BucketState {
  const most = Math.max(0, size.capacity - leased);
  if (left === null || left.at - now > aheadMillisecondsMax) return { tokens: most, at: now };
  const gained = Math.max(0, now - left.at) / 1000 * size.refillPerSecond;
  return { tokens: Math.min(most, left.tokens + gained), at: Math.max(left.at, now) };
}

function secondsUntil(
  tokens: number,
  { bucket, size, now }: {
    readonly bucket: BucketState;
    readonly size: BucketSize;
    readonly now: number;
  },
): number {
  const ahead = (bucket.at - now) / 1000;
  // Half of what is forgiven, so that rounding of this sum cannot matter either.
  const missing = tokens - bucket.tokens - forgiven / 2;
  return Math.max(1, Math.ceil(ahead + missing / size.refillPerSecond));
}
