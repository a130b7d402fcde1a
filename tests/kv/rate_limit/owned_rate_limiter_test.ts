import assert from "node:assert/strict";
import fc from "fast-check";
import { ClientId } from "../../../core/access/schema.ts";
import type { BucketId, Taken } from "../../../core/rate_limit/ports.ts";
import { openOwnedRateLimiter } from "../../../kv/rate_limit/owned_rate_limiter.ts";
import { openRateLimiter } from "../../../kv/rate_limit/rate_limiter.ts";
import type { Store } from "../../../kv/store/store.ts";
import { noPause, type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { runs } from "../../support/runs.ts";

const slow = { capacity: 25, refillPerSecond: 1 / 86_400 };
const acme: BucketId = {
  name: "screening",
  owner: { kind: "client", clientId: ClientId.parse("acme") },
};
const office: BucketId = { name: "loginToken", owner: { kind: "source", network: "192.0.2.1" } };

function owned({ clock, dataKeys, ...service }: StoreInMemory, store: Store = service.store) {
  return openOwnedRateLimiter({ store, clock, sources: dataKeys.idempotency });
}

/** A store that records its requests and fails while the test says so. */
function watched(store: Store) {
  const seen = { commits: 0, reads: 0, failing: false };
  const watching: Store = {
    ...store,
    get: (stored, key) => {
      seen.reads++;
      return store.get(stored, key);
    },
    commit: async (operations) => {
      seen.commits++;
      if (seen.failing) throw new Error("A fault of the store");
      return await store.commit(operations);
    },
  };
  return { store: watching, seen };
}

async function writeAll(takes: readonly Taken[]): Promise<void> {
  await Promise.all(takes.map(({ write }) => write?.()));
}

Deno.test("take() of an owned store allows exactly as many as there are tokens, and waits for no commit", async () => {
  await using service = await storeInMemory();
  const { store, seen } = watched(service.store);
  const limiter = owned(service, store);
  const takes = await Promise.all(Array.from({ length: 200 }, () => limiter.take(acme, slow)));
  const allowed = takes.map((take) => take.allowed);
  assert.deepEqual(allowed, Array.from({ length: 200 }, (_, n) => n < 25));
  assert.deepEqual(seen, { commits: 0, reads: 1, failing: false });
  await writeAll(takes);
  assert.equal(seen.commits, 1, "all of them share one write");
});

Deno.test("what is written is what the next process finds, and no token comes twice", async () => {
  await using service = await storeInMemory();
  const limiter = owned(service);
  for (const bucket of [acme, office]) {
    await writeAll(await Promise.all(Array.from({ length: 20 }, () => limiter.take(bucket, slow))));
    const next = owned(service);
    const after = await Promise.all(Array.from({ length: 20 }, () => next.take(bucket, slow)));
    assert.equal(after.filter(({ allowed }) => allowed).length, 5);
  }
});

Deno.test("takes that come while their bucket is written share the write after it", async () => {
  await using service = await storeInMemory();
  const { store, seen } = watched(service.store);
  const limiter = owned(service, store);
  const first = (await limiter.take(acme, slow)).write?.();
  const later: Promise<void>[] = [];
  for (let n = 0; n < 10; n++) {
    const { write } = await limiter.take(acme, slow);
    if (write !== null) later.push(write());
  }
  await Promise.all([first, ...later]);
  assert(seen.commits <= 3, `${seen.commits} commits for 11 takes`);
  const next = owned(service);
  assert.equal((await next.take(acme, slow)).remaining, 25 - 11 - 1);
});

Deno.test("a write that fails rejects for all who share it, and gives no token back", async () => {
  await using service = await storeInMemory();
  const { store, seen } = watched(service.store);
  const limiter = owned(service, store);
  const takes = await Promise.all(Array.from({ length: 25 }, () => limiter.take(acme, slow)));
  seen.failing = true;
  const settled = await Promise.allSettled(takes.map(({ write }) => write?.()));
  assert(settled.every(({ status }) => status === "rejected"));
  seen.failing = false;
  assert.equal((await limiter.take(acme, slow)).allowed, false);
});

Deno.test("a bucket that nobody has written is not read again", async () => {
  await using service = await storeInMemory();
  const limiter = owned(service);
  const unwritten = await Promise.all(Array.from({ length: 25 }, () => limiter.take(acme, slow)));
  // More than are remembered: a bucket that is only remembered would be forgotten.
  for (let n = 0; n < 10_100; n++) {
    await limiter.take({ name: "loginToken", owner: { kind: "source", network: `n${n}` } }, {
      capacity: 1,
      refillPerSecond: 1,
    });
  }
  assert.equal((await limiter.take(acme, slow)).allowed, false);
  await writeAll(unwritten);
});

Deno.test("an owned store's buckets give what shared ones give, whatever the clock does", async () => {
  const steps = fc.array(
    fc.record({
      milliseconds: fc.integer({ min: -5_000, max: 60_000 }),
      capacity: fc.integer({ min: 1, max: 6 }),
      refillPerSecond: fc.constantFrom(0.1, 1, 7),
      isWritten: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using one = await storeInMemory();
      await using other = await storeInMemory();
      const limiter = owned(one);
      const { store, clock, random, dataKeys } = other;
      const shared = openRateLimiter({
        store,
        clock,
        random,
        pause: noPause,
        sources: dataKeys.idempotency,
      });
      for (const { milliseconds, isWritten, ...size } of all) {
        one.clock.advance({ milliseconds });
        other.clock.advance({ milliseconds });
        const { write, ...take } = await limiter.take(acme, size);
        const { write: _, ...expected } = await shared.take(acme, size);
        assert.deepEqual(take, expected);
        if (isWritten) await write?.();
      }
    }),
    { numRuns: runs(50) },
  );
});
