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

/** Key of a token bucket. */
export const tokenBuckets = defineKey({
  name: "rate_limit",
  parts: ["bucket", '"client", "person" or "source"', "client id, MAC of person or network"],
  value: "`{ tokens, at, expiresAt, leases? }`",
  lifetime: "until the bucket is full, minutes",
  personal: "no",
  protected: "person and network of a source by their MACs",
});

/** Tokens that one server leased. */
const StoredLease = z.object({ tokens: z.int().min(1), until: Timestamp }).readonly();

/** A stored bucket: its tokens at an instant, and the leases of servers. */
export const StoredBucket = z.object({
  tokens: z.number().min(0),
  at: Timestamp,
  expiresAt: ExpiresAt,
  /** Leases by server; absent if there are none. */
  leases: z.record(z.string(), StoredLease).readonly().optional(),
}).readonly();
export type StoredBucket = z.infer<typeof StoredBucket>;

/** Dependencies of stored buckets. */
export interface OpenStoredBuckets {
  readonly store: Store;
  readonly clock: Clock;
}

/** The change of a bucket. */
export interface BucketChange<Value> {
  readonly value: Value;
  /** The new bucket; null: nothing is written. */
  readonly next: StoredBucket | null;
  /**
   * Whether the change would be the same for an older state, so that the bucket need not be read,
   * since no take is refused.
   */
  readonly isCertain: boolean;
}

/** The stored buckets. */
export interface StoredBuckets {
  /**
   * Changes a bucket by compare-and-set. This server's own last write need not be read again.
   *
   * @param decide computes the change from the current bucket; null: no token was taken yet
   * @returns null when another server changed the bucket
   */
  change<Value>(
    place: { readonly name: string; readonly key: Key },
    decide: (found: StoredBucket | null) => BucketChange<Value>,
  ): Promise<{ readonly value: Value } | null>;
}

/** Maximum buckets whose last state a server caches. */
const rememberedMax = 10_000;
/** Milliseconds after another server's write for which a bucket is read before each change. */
const sharedMilliseconds = 10_000;

/**
 * Opens the stored buckets. A write of another server makes a commit without a new read fail, and
 * no request is refused before the bucket was read. After a failed commit the bucket is read first
 * for a while, since a read is cheaper than a failed commit. While the disk accepts no writes,
 * takes are counted in this server, so that reads continue within their limit.
 */
export function openStoredBuckets({ store, clock }: OpenStoredBuckets): StoredBuckets {
  const written = leastRecentlyUsed<Entry<StoredBucket>>(rememberedMax);
  /** Time until which other servers are assumed to write a bucket too. */
  const sharedUntil = leastRecentlyUsed<number>(rememberedMax);
  /** Values that the disk has not accepted. */
  const unwritten = leastRecentlyUsed<StoredBucket>(rememberedMax);
  const now = () => clock.now().epochMilliseconds;

  /** Writes a bucket. @returns false when another server wrote it */
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

/** The key of a bucket. @param sources keys whose MAC replaces a person or a network */
export function bucketKey(sources: KeyRing, { name, owner }: BucketId): Key {
  if (owner.kind === "client") return tokenBuckets.key(name, "client", owner.clientId);
  const { kind } = owner;
  const mac = macOf(
    sources.active.cryptoKey,
    kind === "person" ? [kind, owner.personId, owner.clientId ?? ""] : [kind, owner.network],
  );
  return tokenBuckets.key(name, kind, mac);
}

/** The later one of the stored value and the value that the disk has not accepted. */
function laterOf(found: StoredBucket | null, held: StoredBucket | null): StoredBucket | null {
  if (found === null || held === null) return found ?? held;
  return stateOf(found).at > stateOf(held).at ? found : held;
}

/** The state of a stored bucket. */
export function stateOf({ tokens, at }: StoredBucket): BucketState {
  return { tokens, at: millisecondsOf(at) };
}

/** The valid leases of other servers. */
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
 * Converts a bucket to its stored form. It may be removed once it is full without a lease; its
 * tokens are computed from the stored state and its current size, never from `expiresAt`.
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

/** Converts milliseconds since 1970 to a stored instant. */
export function instant(milliseconds: number): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(milliseconds));
}
