import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import type { BucketId } from "../../core/rate_limit/ports.ts";
import { type BucketSize, type BucketState, fullAt } from "../../core/rate_limit/token_bucket.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, timestamp } from "../store/lifetime.ts";
import { macOf } from "../keys/mac.ts";
import type { Key } from "../store/key.ts";
import { CannotWriteError } from "../store/backend.ts";
import { absent, type Check, type Entry, type Put, put, type Store } from "../store/store.ts";

/** Where a token bucket stands. */
export const tokenBuckets = defineKey({
  name: "rate_limit",
  parts: ["bucket", '"client" or "source"', "client id or MAC of network"],
  value: "`{ tokens, at, expiresAt, leases? }`",
  lifetime: "until the bucket is full, minutes",
  personal: "no",
  protected: "network of a source by its MAC",
});

/** Tokens that one server has taken ahead. */
const StoredLease = z.object({ tokens: z.int().min(1), until: Timestamp }).readonly();

/** What stands of a bucket: its tokens at an instant, and what servers have taken of it ahead. */
export const StoredBucket = z.object({
  tokens: z.number().min(0),
  at: Timestamp,
  expiresAt: ExpiresAt,
  /** By the server that holds it; absent where none is held. */
  leases: z.record(z.string(), StoredLease).readonly().optional(),
}).readonly();
export type StoredBucket = z.infer<typeof StoredBucket>;

/** What stored buckets need. */
export interface OpenStoredBuckets {
  readonly store: Store;
  readonly clock: Clock;
}

/** What becomes of a bucket. */
export interface BucketChange<Value> {
  readonly value: Value;
  /** The bucket from now on; null: nothing is written. */
  readonly next: StoredBucket | null;
  /** Whether it would be the same of an older state, so that the bucket need not be read: none is refused. */
  readonly isCertain: boolean;
}

/** The buckets as they are stored. */
export interface StoredBuckets {
  /**
   * Changes a bucket by compare-and-set. What this server wrote last it need not read again.
   *
   * @param decide of the bucket as it stands; null: no token was taken yet
   * @returns null when another server has changed the bucket
   */
  change<Value>(
    place: { readonly name: string; readonly key: Key },
    decide: (found: StoredBucket | null) => BucketChange<Value>,
  ): Promise<{ readonly value: Value } | null>;
}

/** Buckets whose last state a server remembers. */
const rememberedMax = 10_000;
/** Milliseconds for which a bucket is read first, after another server has written it. */
const sharedMilliseconds = 10_000;

/**
 * Opens the stored buckets. A write of another server makes the commit of one that has not read it
 * lose, and no request is refused before the bucket was read. Where a commit has just been lost the bucket
 * is read first for a while: a read is cheaper than a commit that loses. Where the disk takes nothing,
 * takes are counted in this server until it does: what only reads goes on under its limit.
 */
export function openStoredBuckets({ store, clock }: OpenStoredBuckets): StoredBuckets {
  const written = leastRecentlyUsed<Entry<StoredBucket>>(rememberedMax);
  /** Until when other servers are taken to write a bucket as well. */
  const sharedUntil = leastRecentlyUsed<number>(rememberedMax);
  /** What the disk has not taken. */
  const unwritten = leastRecentlyUsed<StoredBucket>(rememberedMax);
  const now = () => clock.now().epochMilliseconds;

  /** Writes a bucket. @returns false when another server has written it */
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
    change: async ({ name, key }, decide) => {
      const remembered = written.get(name);
      const held = unwritten.get(name);
      if (remembered !== undefined && held === undefined) {
        const { value, next, isCertain } = decide(remembered.value);
        if (next !== null && isCertain) {
          return await replace(name, remembered.set(next), remembered.check) ? { value } : null;
        }
      }
      const found = await store.get(StoredBucket, key);
      const { value, next } = decide(laterOf(found?.value ?? null, held ?? null));
      if (next === null) return { value };
      const write = found?.set(next) ?? put(StoredBucket, key, next);
      return await replace(name, write, found?.check ?? absent(key)) ? { value } : null;
    },
  };
}

/** The key of a bucket. @param sources their MAC stands for a network */
export function bucketKey(sources: KeyRing, { name, owner }: BucketId): Key {
  if (owner.kind === "client") return tokenBuckets.key(name, "client", owner.clientId);
  const mac = macOf(sources.active.cryptoKey, ["source", owner.network]);
  return tokenBuckets.key(name, "source", mac);
}

/** The later of what stands in the store and what the disk has not taken. */
function laterOf(found: StoredBucket | null, held: StoredBucket | null): StoredBucket | null {
  if (found === null || held === null) return found ?? held;
  return stateOf(found).at > stateOf(held).at ? found : held;
}

/** A bucket as it was stored. */
export function stateOf({ tokens, at }: StoredBucket): BucketState {
  return { tokens, at: millisecondsOf(at) };
}

/** The leases of other servers that stand. */
export function otherLeases(
  found: StoredBucket | null,
  { holder, now }: { readonly holder: string; readonly now: number },
): NonNullable<StoredBucket["leases"]> {
  const all = Object.entries(found?.leases ?? {});
  return Object.fromEntries(
    all.filter(([id, { until }]) => id !== holder && millisecondsOf(until) > now),
  );
}

/**
 * A bucket as it is stored. It is cleaned up once it is full and no lease stands: what is left is
 * computed from it and its size of today, never judged by `expiresAt`.
 */
export function toStored(
  bucket: BucketState,
  size: BucketSize,
  leases: NonNullable<StoredBucket["leases"]> = {},
): StoredBucket {
  const ends = Object.values(leases).map(({ until }) => millisecondsOf(until));
  const stored = {
    tokens: bucket.tokens,
    at: instant(bucket.at),
    expiresAt: instant(Math.max(fullAt(bucket, size), ...ends)),
  };
  return ends.length === 0 ? stored : { ...stored, leases };
}

function millisecondsOf(time: string): number {
  return Temporal.Instant.from(time).epochMilliseconds;
}

/** An instant of so many milliseconds since 1970, as it is stored. */
export function instant(milliseconds: number): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(milliseconds));
}
