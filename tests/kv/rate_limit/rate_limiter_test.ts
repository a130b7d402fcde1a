import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import type { BucketId } from "../../../core/rate_limit/ports.ts";
import { openRateLimiter } from "../../../kv/rate_limit/rate_limiter.ts";
import type { Store } from "../../../kv/store/store.ts";
import { noPause, type StoreInMemory, storeInMemory } from "../../support/store.ts";

const slow = { capacity: 25, refillPerSecond: 1 / 86_400 };
const ofClient = (clientId: string): BucketId => ({
  name: "screening",
  owner: { kind: "client", clientId: ClientId.parse(clientId) },
});
const ofSource = (network: string): BucketId => ({
  name: "loginToken",
  owner: { kind: "source", network },
});

/** A limiter as one isolate has it; several of them share a store as several isolates do. */
function isolate(
  { clock, random, dataKeys, ...service }: StoreInMemory,
  store: Store = service.store,
) {
  return openRateLimiter({
    store,
    clock,
    random,
    pause: noPause,
    sources: dataKeys.idempotency,
  });
}

/** A store that notes commits and reads, and loses those that a test names. */
function watched(store: Store, loses: (commit: number) => boolean = () => false) {
  let [commits, reads] = [0, 0];
  const watching: Store = {
    ...store,
    get: (stored, key) => {
      reads++;
      return store.get(stored, key);
    },
    write: async (value, others) => loses(++commits) ? null : await store.write(value, others),
  };
  return { store: watching, commits: () => commits, reads: () => reads };
}

Deno.test("take() allows exactly as many of one isolate's takers as there are tokens", async () => {
  await using service = await storeInMemory();
  const watch = watched(service.store);
  const limiter = isolate(service, watch.store);
  const takes = await Promise.all(
    Array.from({ length: 200 }, () => limiter.take(ofClient("acme"), slow)),
  );
  assert.deepEqual(
    takes.map(({ allowed }) => allowed),
    Array.from({ length: 200 }, (_, n) => n < 25),
    "first come, first served",
  );
  assert.deepEqual(
    takes.slice(0, 25).map(({ remaining }) => remaining),
    Array.from({ length: 25 }, (_, n) => 24 - n),
  );
  assert(watch.commits() <= 2, `200 takers shared ${watch.commits()} commits`);
});

Deno.test("take() is exact over isolates, and none of them is refused a token that is there", async () => {
  await using service = await storeInMemory();
  const isolates = Array.from({ length: 6 }, () => isolate(service));
  const takes = await Promise.all(
    isolates.flatMap((limiter) =>
      Array.from({ length: 20 }, async (_, n) => {
        for (let turns = 0; turns < n; turns++) await noPause();
        return await limiter.take(ofClient("acme"), { ...slow, capacity: 90 });
      })
    ),
  );
  assert.equal(takes.filter(({ allowed }) => allowed).length, 90);
});

Deno.test("take() keeps buckets of other clients, sources and names apart", async () => {
  await using service = await storeInMemory();
  const limiter = isolate(service);
  const one = { ...slow, capacity: 1 };
  const ids: readonly BucketId[] = [
    ofClient("acme"),
    ofClient("globex"),
    { ...ofClient("acme"), name: "verification" },
    ofSource("192.0.2.1"),
    ofSource("192.0.2.2"),
    ofSource("2001:db8::/64"),
    { ...ofSource("192.0.2.1"), name: "credential" },
    ofClient("192.0.2.1"),
  ];
  const first = await Promise.all(ids.map((id) => limiter.take(id, one)));
  assert.deepEqual(first.map(({ allowed }) => allowed), ids.map(() => true));
  const second = await Promise.all(ids.map((id) => limiter.take(id, one)));
  assert.deepEqual(second.map(({ allowed }) => allowed), ids.map(() => false));
});

Deno.test("take() returns how long to wait, and whoever waits so long is allowed", async () => {
  await using service = await storeInMemory();
  const limiter = isolate(service);
  const size = { capacity: 3, refillPerSecond: 10 / 3600 };
  const take = () => limiter.take(ofSource("192.0.2.1"), size);
  await Promise.all([take(), take(), take()]);
  for (let round = 0; round < 5; round++) {
    const refused = await take();
    assert.deepEqual([refused.allowed, refused.retryAfterSeconds], [false, 360]);
    service.clock.advance({ seconds: 359 });
    assert.equal((await take()).allowed, false);
    service.clock.advance({ seconds: 1 });
    assert.equal((await take()).allowed, true);
  }
});

Deno.test("a refused take() writes nothing", async () => {
  await using service = await storeInMemory();
  const watch = watched(service.store);
  const limiter = isolate(service, watch.store);
  const one = { ...slow, capacity: 1 };
  await limiter.take(ofClient("acme"), one);
  const before = watch.commits();
  for (let n = 0; n < 10; n++) {
    assert.equal((await limiter.take(ofClient("acme"), one)).allowed, false);
  }
  assert.equal(watch.commits(), before);
});

Deno.test("take() tries again when it loses, and is a fault when it always loses", async () => {
  await using service = await storeInMemory();
  const unlucky = watched(service.store, (commit) => commit % 50 !== 0);
  const patient = await isolate(service, unlucky.store).take(ofClient("acme"), slow);
  assert.deepEqual([patient.allowed, patient.remaining, unlucky.commits()], [true, 24, 50]);

  const hopeless = watched(service.store, () => true);
  const limiter = isolate(service, hopeless.store);
  const takers = [1, 2, 3].map(() => limiter.take(ofClient("globex"), slow));
  for (const taker of takers) await assert.rejects(taker, /changed a token bucket 100 times/);
  await assert.rejects(limiter.take(ofClient("globex"), slow), /100 times/, "the line goes on");
});

Deno.test("take() of a bucket that another instance writes as well does not keep losing its commits", async () => {
  await using service = await storeInMemory();
  const watch = watched(service.store);
  const isolates = [isolate(service, watch.store), isolate(service, watch.store)];
  const takeByTurns = async (times: number) => {
    for (let n = 0; n < times; n++) {
      for (const limiter of isolates) {
        await limiter.take(ofClient("acme"), { ...slow, capacity: 1_000 });
      }
    }
  };
  await takeByTurns(50);
  // Each finds out once.
  assert.equal(watch.commits(), 102);
  // Alone for longer than a moment, it goes by what it wrote itself.
  const [limiter] = isolates;
  service.clock.advance({ seconds: 2 });
  const reads = watch.reads();
  for (let n = 0; n < 10; n++) {
    await limiter?.take(ofClient("acme"), { ...slow, capacity: 1_000 });
  }
  assert.deepEqual([watch.commits(), watch.reads() - reads], [112, 1]);
});

Deno.test("take() that fails once serves whoever comes later", async () => {
  await using service = await storeInMemory();
  let broken = true;
  const store: Store = {
    ...service.store,
    get: (stored, key) =>
      broken ? Promise.reject(new Error("gone")) : service.store.get(stored, key),
  };
  const limiter = isolate(service, store);
  await assert.rejects(limiter.take(ofClient("acme"), slow), /gone/);
  broken = false;
  assert.equal((await limiter.take(ofClient("acme"), slow)).allowed, true);
});

Deno.test("take() by takers who come with the last answer of a line is served too", async () => {
  await using service = await storeInMemory();
  const limiter = isolate(service);
  const chain = async (left: number): Promise<number> => {
    const { allowed } = await limiter.take(ofClient("acme"), { ...slow, capacity: 40 });
    return (allowed ? 1 : 0) + (left === 1 ? 0 : await chain(left - 1));
  };
  const allowed = await Promise.all([chain(10), chain(20), chain(30)]);
  assert.equal(allowed.reduce((sum, count) => sum + count), 40);
});

Deno.test("a bucket changes its size with the policy, and takers of one line have their own", async () => {
  await using service = await storeInMemory();
  const limiter = isolate(service);
  const size = (capacity: number) => ({ capacity, refillPerSecond: 1 });
  assert.equal((await limiter.take(ofClient("acme"), size(60))).remaining, 59);
  const takes = await Promise.all(
    [60, 15, 60].map((capacity) => limiter.take(ofClient("acme"), size(capacity))),
  );
  assert.deepEqual(takes.map(({ remaining }) => remaining), [58, 14, 13]);
});

Deno.test("no source stands in the store, and a bucket leaves it when it is full", async () => {
  await using service = await storeInMemory();
  const limiter = isolate(service);
  await limiter.take(ofSource("192.0.2.77"), { capacity: 3, refillPerSecond: 0.5 });
  const entries = await Array.fromAsync(
    service.store.list(z.unknown(), { prefix: ["rate_limit", "loginToken"] }),
  );
  assert.equal(entries.length, 1);
  const text = JSON.stringify(entries);
  assert(!text.includes("192.0.2.77"), text);
  assert.deepEqual(entries[0]?.value, {
    tokens: 2,
    at: "2026-03-02T09:00:00.000Z",
    expiresAt: "2026-03-02T09:00:02.000Z",
  });
});
