import { z } from "zod";
import { Timestamp } from "../core/nouns.ts";
import type { Clock } from "../base/clock.ts";
import type { BucketId, RateLimiter, Taken } from "../core/rate_limit/ports.ts";
import {
  type BucketSize,
  type BucketState,
  fullAt,
  type Take,
  takeToken,
} from "../core/rate_limit/token_bucket.ts";
import { leastRecentlyUsed } from "../base/least_recently_used.ts";
import type { KeyRing } from "./keys/key_ring.ts";
import { defineKey } from "./store/define_key.ts";
import { ExpiresAt, timestamp } from "./store/lifetime.ts";
import { macOf } from "./keys/mac.ts";
import type { Key } from "./store/key.ts";
import { jitter } from "../base/jitter.ts";
import { CannotWriteError } from "./store/backend.ts";
import type { RetryDependencies } from "./store/retry.ts";
import { absent, type Check, type Entry, type Put, put, type Store } from "./store/store.ts";

/** Where a token bucket stands. */
export const tokenBuckets = defineKey({
  name: "rate_limit",
  parts: ["bucket", '"client" or "source"', "client id or MAC of network"],
  value: "`{ tokens, at, expiresAt }`",
  lifetime: "until the bucket is full, minutes",
  personal: "no",
  protected: "network of a source by its MAC",
});

/** What the buckets need. */
export interface OpenRateLimiter extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `idempotency` data keys: their MAC stands for a source. */
  readonly sources: KeyRing;
}

/** What stands of a bucket: its tokens at an instant. */
export const StoredBucket = z.object({
  tokens: z.number().min(0),
  at: Timestamp,
  expiresAt: ExpiresAt,
}).readonly();
export type StoredBucket = z.infer<typeof StoredBucket>;

/** Somebody who waits for a token. */
interface Taker {
  readonly size: BucketSize;
  readonly resolve: (take: Taken) => void;
  readonly reject: (fault: unknown) => void;
}

/** Commits in a row that other instances may win: each has one under way, so that few suffice. */
const lossesMax = 100;
/** Buckets whose last state an instance remembers. */
const rememberedMax = 10_000;
/** Longest wait after a lost commit: about 4 s in all. */
const pauseMillisecondsMax = 80;
/** Milliseconds for which a bucket is read first, after another instance has written it. */
const sharedMilliseconds = 1_000;

/**
 * Opens the token buckets. All takers of one bucket in this instance share one compare-and-set at a time, so
 * that instances contend with each other and requests do not. Who finds no token writes nothing.
 * What an instance wrote last it need not read again: another one's write makes its commit lose, and
 * nobody is refused before the bucket was read. Where that has just happened it reads first for a
 * while: a read is cheaper than a commit that loses.
 * Where the disk takes nothing, takes are counted in this instance until it does: what only reads goes
 * on under its limit.
 * What is left of a bucket is computed from what stands there and its size of today, never judged
 * by `expiresAt`: that is when a bucket is full, and as good as none.
 */
export function openRateLimiter(dependencies: OpenRateLimiter): RateLimiter {
  const { random, pause } = dependencies;
  const { keyOf, takeFor } = openBuckets(dependencies);
  /** Who waits for the bucket that is being taken from, in order. */
  const lines = new Map<string, Taker[]>();

  /** Serves a line until nobody stands in it; who joins meanwhile is served by the next commit. */
  async function serve(id: BucketId, name: string, line: Taker[]): Promise<void> {
    try {
      const key = keyOf(id);
      for (let losses = 0; line.length > 0;) {
        const takes = await takeFor({ key, name }, line.slice());
        if (takes !== null) {
          losses = 0;
          for (const take of takes) line.shift()?.resolve({ ...take, write: null });
        } else if (++losses === lossesMax) {
          throw new Error(`Other instances have changed a token bucket ${losses} times in a row`);
        } else {
          await pause(jitter(random, Math.min(2 ** losses, pauseMillisecondsMax)));
        }
      }
    } catch (fault) {
      for (const { reject } of line) reject(fault);
    } finally {
      // In the same turn as the last check of the line: whoever comes later begins a new one.
      lines.delete(name);
    }
  }

  return {
    take: (id, size) =>
      new Promise((resolve, reject) => {
        const taker: Taker = { size, resolve, reject };
        const name = JSON.stringify([id.name, id.owner]);
        const line = lines.get(name);
        if (line !== undefined) {
          line.push(taker);
          return;
        }
        const opened = [taker];
        lines.set(name, opened);
        void serve(id, name, opened);
      }),
  };
}

/** The buckets as they are stored, with the last state that this instance wrote of each. */
function openBuckets({ store, clock, sources }: OpenRateLimiter) {
  const written = leastRecentlyUsed<Entry<StoredBucket>>(rememberedMax);
  /** Until when other instances are taken to write a bucket as well. */
  const sharedUntil = leastRecentlyUsed<number>(rememberedMax);
  /** What the disk has not taken. */
  const unwritten = leastRecentlyUsed<StoredBucket>(rememberedMax);
  const now = () => clock.now().epochMilliseconds;

  /** Writes a bucket. @returns false when another instance has written it */
  async function replace(name: string, value: Put<StoredBucket>, check: Check): Promise<boolean> {
    try {
      const entry = await store.write(value, [check]);
      if (entry === null) {
        written.delete(name);
        sharedUntil.set(name, now() + sharedMilliseconds);
        return false;
      }
      unwritten.delete(name);
      if ((sharedUntil.get(name) ?? 0) <= now()) written.set(name, entry);
      return true;
    } catch (cause) {
      if (!(cause instanceof CannotWriteError)) throw cause;
      unwritten.set(name, value.value);
      return true;
    }
  }

  return {
    keyOf: (id: BucketId) => bucketKey(sources, id),
    /** Takes for a whole line at once. @returns what each taker gets; null: another instance won */
    takeFor: async (
      { key, name }: { readonly key: Key; readonly name: string },
      line: readonly Taker[],
    ): Promise<readonly Take[] | null> => {
      const remembered = written.get(name);
      const held = unwritten.get(name);
      if (remembered !== undefined && held === undefined) {
        const { takes, next } = takeAll(remembered.value, line, clock);
        if (next !== null && takes.every(({ allowed }) => allowed)) {
          return await replace(name, remembered.set(next), remembered.check) ? takes : null;
        }
      }
      const found = await store.get(StoredBucket, key);
      const { takes, next } = takeAll(laterOf(found?.value ?? null, held ?? null), line, clock);
      if (next === null) return takes;
      const value = found?.set(next) ?? put(StoredBucket, key, next);
      return await replace(name, value, found?.check ?? absent(key)) ? takes : null;
    },
  };
}

/** The key of a bucket. @param sources their MAC stands for a network */
export function bucketKey(sources: KeyRing, { name, owner }: BucketId): Key {
  if (owner.kind === "client") return tokenBuckets.key(name, "client", owner.clientId);
  const mac = macOf(sources.active.cryptoKey, ["source", owner.network]);
  return tokenBuckets.key(name, "source", mac);
}

/** What takers in this order get of a bucket, and what it is then; null: nobody took anything. */
function takeAll(
  found: StoredBucket | null,
  line: readonly Taker[],
  clock: Clock,
): { readonly takes: readonly Take[]; readonly next: StoredBucket | null } {
  const now = clock.now().epochMilliseconds;
  const takes: Take[] = [];
  let bucket = found === null ? null : stateOf(found);
  let next: StoredBucket | null = null;
  for (const { size } of line) {
    const taken = takeToken(bucket, size, now);
    bucket = taken.bucket;
    if (taken.take.allowed) next = toStored(bucket, size);
    takes.push(taken.take);
  }
  return { takes, next };
}

/** The later of what stands in the store and what the disk has not taken. */
function laterOf(found: StoredBucket | null, held: StoredBucket | null): StoredBucket | null {
  if (found === null || held === null) return found ?? held;
  return stateOf(found).at > stateOf(held).at ? found : held;
}

/** A bucket as it was stored. */
export function stateOf({ tokens, at }: StoredBucket): BucketState {
  return { tokens, at: Temporal.Instant.from(at).epochMilliseconds };
}

/** A bucket as it is stored. */
export function toStored(bucket: BucketState, size: BucketSize): StoredBucket {
  return {
    tokens: bucket.tokens,
    at: instant(bucket.at),
    expiresAt: instant(fullAt(bucket, size)),
  };
}

function instant(milliseconds: number): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(milliseconds));
}
