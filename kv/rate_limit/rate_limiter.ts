import type { RateLimiter, Taken } from "../../core/rate_limit/ports.ts";
import { leaseMarginPercent, leaseSeconds, leaseSize } from "../../core/rate_limit/lease.ts";
import {
  type BucketSize,
  type BucketState,
  refilled,
  type Take,
  takeToken,
} from "../../core/rate_limit/token_bucket.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import type { Key } from "../store/key.ts";
import { jitter } from "../../base/jitter.ts";
import type { RetryDependencies } from "../store/retry.ts";
import {
  type BucketChange,
  bucketKey,
  instant,
  type OpenStoredBuckets,
  openStoredBuckets,
  otherLeases,
  stateOf,
  type StoredBucket,
  toStored,
} from "./stored_buckets.ts";

/** Dependencies of the buckets. */
export interface OpenRateLimiter extends OpenStoredBuckets, RetryDependencies {
  /** The `idempotency` data keys, whose MAC replaces a source in keys. */
  readonly sources: KeyRing;
}

/** A limiter that takes tokens in advance. */
export interface LeasingRateLimiter extends RateLimiter {
  /**
   * Returns every token that was taken in advance, and takes none in advance any more. Never
   * rejects.
   */
  giveBack(): Promise<void>;
}

/** A request that waits for a token. */
interface Taker {
  readonly size: BucketSize;
  readonly amount: number;
  readonly resolve: (take: Taken) => void;
  readonly reject: (fault: unknown) => void;
}

/** Tokens that were taken in advance and are spent without a commit. */
interface Lease {
  tokens: number;
  readonly size: BucketSize;
  /** The bucket as last stored, from which the `RateLimit` fields are computed. */
  readonly bucket: BucketState;
  /** The tokens may be spent from `from` until `until`, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

/** A bucket with waiting takers. */
interface Line {
  readonly name: string;
  readonly key: Key;
  /** Waiting takers, in order. */
  readonly takers: Taker[];
  lease: Lease | null;
  /** Whether the rest of the lease is to be returned. */
  givesBack: boolean;
  served: Promise<void> | null;
}

/**
 * Maximum successive commits that other servers may win; each server has only one running commit,
 * so that few suffice.
 */
const lossesMax = 100;
/** Maximum wait after a lost commit: about 4 s in total. */
const pauseMillisecondsMax = 80;
/** Maximum buckets whose last taker a server remembers. */
const rememberedMax = 10_000;
const leaseMilliseconds = leaseSeconds * 1_000;
const spendMilliseconds = leaseMilliseconds * (100 - leaseMarginPercent) / 100;
/** Bytes of the name under which a server holds its leases. */
const holderBytes = 8;

/**
 * Opens the token buckets. A server that needs a second token within the time of a lease takes some
 * in advance, and spends them from memory; the rest is returned when the lease ends. All takers of
 * one bucket in this server share one compare-and-set at a time, so that servers contend instead of
 * requests. A refused take writes nothing.
 *
 * @see decisions-3.md part 20, rate limits
 */
export function openRateLimiter(dependencies: OpenRateLimiter): LeasingRateLimiter {
  const { clock, random, pause, sources } = dependencies;
  const buckets = openStoredBuckets(dependencies);
  const holder = random.bytes(holderBytes).toHex();
  /** Buckets with waiting requests, or with leased tokens of this server. */
  const lines = new Map<string, Line>();
  const lastTaken = leastRecentlyUsed<number>(rememberedMax);
  let isClosing = false;
  const now = () => clock.now().epochMilliseconds;

  /** Spends a leased token. @returns null if there is none */
  function spend(line: Line, { size, amount }: Pick<Taker, "size" | "amount">): Taken | null {
    const { lease } = line;
    const at = now();
    // What takes many goes by the store.
    if (
      amount > 1 || lease === null || at < lease.from || at >= lease.until ||
      !isSame(size, lease.size)
    ) {
      return null;
    }
    const { tokens, at: since } = lease.bucket;
    const { take } = takeToken({ tokens: tokens + lease.tokens, at: since }, size, at);
    if (--lease.tokens === 0) line.lease = null;
    return { ...take, allowed: true, write: null };
  }

  function spendAll(line: Line): void {
    for (let [taker] = line.takers; taker !== undefined; [taker] = line.takers) {
      const spent = spend(line, taker);
      if (spent === null) return;
      line.takers.shift();
      taker.resolve(spent);
    }
  }

  /**
   * Serves a line until it is empty. Requests that join meanwhile are served by the next commit.
   * Never rejects.
   */
  async function serve(line: Line): Promise<void> {
    const { takers } = line;
    try {
      for (spendAll(line); takers.length > 0 || line.givesBack; spendAll(line)) {
        await change(line);
      }
    } catch (fault) {
      for (const { reject } of takers.splice(0)) reject(fault);
    } finally {
      // In the same turn as the last check of the line: a later request begins a new one.
      line.served = null;
      if (line.lease === null) lines.delete(line.name);
    }
  }

  /** Takes for a whole line at once, and repeats the commit until it succeeds. */
  async function change(line: Line): Promise<void> {
    const left = line.lease;
    line.lease = null;
    line.givesBack = false;
    if (left === null && line.takers.length === 0) return;
    for (let losses = 0; losses < lossesMax; losses++) {
      const takers = line.takers.slice();
      const takesAhead = !isClosing && isBusy(line.name, takers);
      const by = { holder, now: now(), takers, left, takesAhead };
      const changed = await buckets.change(line, (found) => decide(found, by));
      if (changed !== null) {
        const { takes, lease } = changed.value;
        for (const take of takes) line.takers.shift()?.resolve({ ...take, write: null });
        if (takes.length > 0) lastTaken.set(line.name, by.now);
        if (lease !== null) hold(line, lease);
        return;
      }
      await pause(jitter(random, Math.min(2 ** losses, pauseMillisecondsMax)));
    }
    throw new Error(`Other instances have changed a token bucket ${lossesMax} times in a row`);
  }

  /** Whether the next request is likely to come before a lease ends. */
  function isBusy(name: string, takers: readonly Taker[]): boolean {
    const since = now() - (lastTaken.get(name) ?? -Infinity);
    return takers.length > 1 || (takers.length > 0 && since >= 0 && since < spendMilliseconds);
  }

  function hold(line: Line, lease: Lease): void {
    line.lease = lease;
    void pause(leaseMilliseconds).then(() => {
      if (line.lease === lease) void giveBackOf(line);
    });
  }

  /** Never rejects. */
  function giveBackOf(line: Line): Promise<void> {
    line.givesBack = true;
    return start(line);
  }

  /** Serves a line unless it is being served. @returns when the line is empty */
  function start(line: Line): Promise<void> {
    if (line.served !== null) return line.served;
    const { promise, resolve } = Promise.withResolvers<void>();
    line.served = promise;
    void serve(line).then(resolve);
    return promise;
  }

  return {
    take: (id, size, amount = 1) =>
      new Promise((resolve, reject) => {
        const name = JSON.stringify([id.name, id.owner]);
        const line = lines.get(name) ?? openLine(name, bucketKey(sources, id));
        lines.set(name, line);
        const spent = line.takers.length === 0 ? spend(line, { size, amount }) : null;
        if (spent === null) {
          line.takers.push({ size, amount, resolve, reject });
          void start(line);
          return;
        }
        if (line.lease === null && line.served === null) lines.delete(name);
        resolve(spent);
      }),
    giveBack: async () => {
      isClosing = true;
      await Promise.all([...lines.values()].map(giveBackOf));
    },
  };
}

function openLine(name: string, key: Key): Line {
  return { name, key, takers: [], lease: null, givesBack: false, served: null };
}

/** The input for a server's decision about a bucket. */
interface Decide {
  readonly holder: string;
  readonly now: number;
  readonly takers: readonly Taker[];
  /** The lease to return, which may have ended. */
  readonly left: Lease | null;
  readonly takesAhead: boolean;
}

interface Decided {
  /** The result for each taker, in the order of takers. */
  readonly takes: readonly Take[];
  readonly lease: Lease | null;
}

/**
 * Decides the result for takers in this order, and the tokens to lease for later ones. Tokens that
 * this server returns are added first; tokens leased by others count as in the bucket.
 */
function decide(
  found: StoredBucket | null,
  { holder, now, takers, left, takesAhead }: Decide,
): BucketChange<Decided> {
  const others = otherLeases(found, { holder, now });
  const leased = Object.values(others).reduce((sum, { tokens }) => sum + tokens, 0);
  let bucket = found === null ? null : stateOf(found);
  if (bucket !== null && left !== null && found?.leases?.[holder] !== undefined) {
    bucket = { tokens: bucket.tokens + left.tokens, at: bucket.at };
  }
  let size = left?.size ?? null;
  const takes: Take[] = [];
  for (const taker of takers) {
    const taken = takeToken(bucket, taker.size, now, { leased, amount: taker.amount });
    bucket = taken.bucket;
    takes.push(taken.take);
    if (taken.take.allowed) ({ size } = taker);
  }
  const isCertain = takes.every(({ allowed }) => allowed);
  if (size === null) return { value: { takes, lease: null }, next: null, isCertain };
  bucket = refilled(bucket, size, now, leased);
  const ahead = takesAhead && isCertain
    ? Math.min(leaseSize(size.capacity) - 1, Math.floor(bucket.tokens))
    : 0;
  if (ahead === 0) {
    return { value: { takes, lease: null }, next: toStored(bucket, size, others), isCertain };
  }
  bucket = { tokens: bucket.tokens - ahead, at: bucket.at };
  const until = instant(now + leaseMilliseconds);
  return {
    value: {
      takes,
      lease: { tokens: ahead, size, bucket, from: now, until: now + spendMilliseconds },
    },
    next: toStored(bucket, size, { ...others, [holder]: { tokens: ahead, until } }),
    isCertain,
  };
}

function isSame(one: BucketSize, other: BucketSize): boolean {
  return one.capacity === other.capacity && one.refillPerSecond === other.refillPerSecond;
}
