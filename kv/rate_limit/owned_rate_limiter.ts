import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { BucketId, RateLimiter } from "../../core/rate_limit/ports.ts";
import { type BucketState, takeToken } from "../../core/rate_limit/token_bucket.ts";
import { CannotWriteError } from "../store/backend.ts";
import type { OpenRateLimiter } from "./rate_limiter.ts";
import { bucketKey, stateOf, StoredBucket, toStored } from "./stored_buckets.ts";
import type { Key } from "../store/key.ts";
import { put } from "../store/store.ts";

/** Maximum buckets that are cached while no write of them is due. */
const rememberedMax = 10_000;

/** A bucket that only this process changes. */
interface OwnedBucket {
  readonly name: string;
  readonly key: Key;
  /** The current state; null if no token was taken yet. */
  state: BucketState | null;
  /** The value to write, always the newest. */
  value: StoredBucket | null;
  /** The next write; null if everything is written, or being written. */
  due: DueWrite | null;
  isWriting: boolean;
}

/** The next write of a bucket, shared by all takes since the last one. */
interface DueWrite extends PromiseWithResolvers<void> {
  isAsked: boolean;
}

/**
 * Opens the token buckets of a store that no other server writes. This process knows the state of
 * each bucket, so that a take waits for no commit: it is written together with the request's own
 * writes. Takes during a write of their bucket share the next write. An answer waits until its take
 * is written, so that a crash forgets no answered request. If the disk accepts no writes, the take
 * is known only here until the next write of its bucket.
 */
export function openOwnedRateLimiter(
  { store, clock, sources }: Pick<OpenRateLimiter, "store" | "clock" | "sources">,
): RateLimiter {
  const idle = leastRecentlyUsed<OwnedBucket>(rememberedMax);
  /** Buckets with values that the store does not have yet; they are never dropped from memory. */
  const unwritten = new Map<string, OwnedBucket>();
  const opening = new Map<string, Promise<OwnedBucket>>();

  async function read(id: BucketId, name: string): Promise<OwnedBucket> {
    const key = bucketKey(sources, id);
    const found = await store.get(StoredBucket, key);
    const state = found === null ? null : stateOf(found.value);
    const bucket = { name, key, state, value: null, due: null, isWriting: false };
    idle.set(name, bucket);
    return bucket;
  }

  async function open(id: BucketId): Promise<OwnedBucket> {
    const name = JSON.stringify([id.name, id.owner]);
    const known = unwritten.get(name) ?? idle.get(name);
    if (known !== undefined) return known;
    const begun = opening.get(name);
    if (begun !== undefined) return await begun;
    const reading = read(id, name).finally(() => opening.delete(name));
    opening.set(name, reading);
    return await reading;
  }

  /** Writes a bucket until no request waits for a write. Never rejects. */
  async function writeDue(bucket: OwnedBucket): Promise<void> {
    bucket.isWriting = true;
    for (let due = bucket.due; due?.isAsked === true && bucket.value !== null; due = bucket.due) {
      bucket.due = null;
      await store.commit([put(StoredBucket, bucket.key, bucket.value)])
        .then(() => due.resolve(), (cause) => {
          if (cause instanceof CannotWriteError) due.resolve();
          else due.reject(cause);
        });
    }
    bucket.isWriting = false;
    if (bucket.due !== null) return;
    unwritten.delete(bucket.name);
    idle.set(bucket.name, bucket);
  }

  return {
    take: async (id, size, amount = 1) => {
      const bucket = await open(id);
      const now = clock.now().epochMilliseconds;
      const { bucket: state, take } = takeToken(bucket.state, size, now, { amount });
      if (!take.allowed) return { ...take, write: null };
      bucket.state = state;
      bucket.value = toStored(state, size);
      unwritten.set(bucket.name, bucket);
      const due = bucket.due ??= dueWrite();
      const write = () => {
        due.isAsked = true;
        if (!bucket.isWriting) void writeDue(bucket);
        return due.promise;
      };
      return { ...take, write };
    },
  };
}

/**
 * A due write that no request waits for yet. A request that fails before its answer never waits.
 */
function dueWrite(): DueWrite {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => {});
  return { promise, resolve, reject, isAsked: false };
}
