/** Size of a token bucket. A request takes one token. */
export interface BucketSize {
  /** Tokens of a full bucket: a whole number, at least 1. */
  readonly capacity: number;
  /** Tokens that come back a second, over 0. */
  readonly refillPerSecond: number;
}

/** State of a bucket after the last request. */
export interface BucketState {
  /** At least 0; a fraction is a token on its way. */
  readonly tokens: number;
  /** Time at which it held that many: milliseconds since 1970. */
  readonly at: number;
}

/** Result of taking a token. */
export interface Take {
  /** Whether there was a token, which is gone now. */
  readonly allowed: boolean;
  /** Whole tokens that are left. */
  readonly remaining: number;
  /** Whole seconds until there is a token, or as many as were asked for: 0 while one is left, else at least 1. */
  readonly retryAfterSeconds: number;
  /** Whole seconds, at least 1, within which there are no more tokens than `remaining`. */
  readonly resetSeconds: number;
}

/** Part of a token that rounding may cost: a caller that waits `retryAfterSeconds` is never refused for it. */
const forgiven = 1e-6;

/**
 * How far the clock of another instance may run ahead. Tokens of that time do not come twice; a
 * bucket from further in the future was left by a clock that was wrong, and counts as a new one.
 */
const aheadMillisecondsMax = 60_000;

/**
 * Takes tokens, if there are so many. A taker who finds fewer leaves the bucket as it was.
 *
 * @param left the bucket as it was left; null: no token was taken yet, so it is full
 * @param size as it is now: a bucket that was left under another one is held to this one
 * @param now milliseconds since 1970
 * @param leased tokens that servers hold and may spend still: they count as in the bucket
 * @param amount how many it takes
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

/** Time at which a bucket is full if no token is taken: milliseconds since 1970. */
export function fullAt({ tokens, at }: BucketState, size: BucketSize): number {
  return at + Math.ceil((size.capacity - tokens) / size.refillPerSecond * 1000);
}

/**
 * The bucket as of now. Time that the clock ran backwards, or another one ahead, brings nothing.
 *
 * @param leased as {@link takeToken} has it: refill stops at the capacity without those
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
