import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import type { BucketId } from "../../../core/rate_limit/ports.ts";
import { openRateLimiter } from "../../../kv/rate_limit/rate_limiter.ts";
import type { Pause } from "../../../kv/store/retry.ts";
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

/** Waits one turn after a lost commit; leases end only when the test says so. */
function waitsBetweenLosses(milliseconds: number): Promise<void> {
  return milliseconds < 1_000 ? noPause() : new Promise(() => {});
}

/** A limiter of one isolate; several share a store as isolates do. */
function isolate(
  { clock, random, dataKeys, ...service }: StoreInMemory,
  store: Store = service.store,
  pause: Pause = waitsBetweenLosses,
) {
  return openRateLimiter({ store, clock, random, pause, sources: dataKeys.idempotency });
}

/** A store that records commits and reads, and loses the commits that the test names. */
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

Deno.test("take() is exact over isolates, once each has given back what it holds", async () => {
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
  const allowed = takes.filter(({ allowed }) => allowed).length;
  // Six hold at most three tokens each that they have no taker for.
  assert(allowed <= 90 && allowed >= 90 - 6 * 3, `${allowed}`);
  await Promise.all(isolates.map((limiter) => limiter.giveBack()));
  const after = isolate(service);
  let rest = 0;
  while ((await after.take(ofClient("acme"), { ...slow, capacity: 90 })).allowed) rest++;
  assert.equal(allowed + rest, 90);
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
  // Of each: one token, then 20, 20 and the rest; and each finds out once that it is not alone.
  assert.equal(watch.commits(), 10);
  // Alone for longer than a moment, it goes by what it wrote itself: one token, then 20.
  const [limiter] = isolates;
  service.clock.advance({ seconds: 11 });
  const reads = watch.reads();
  for (let n = 0; n < 10; n++) {
    await limiter?.take(ofClient("acme"), { ...slow, capacity: 1_000 });
  }
  assert.deepEqual([watch.commits(), watch.reads() - reads], [12, 1]);
});

Deno.test("what is taken ahead goes back when its lease ends, and counts as in the bucket until then", async () => {
  await using service = await storeInMemory();
  const ends: (() => void)[] = [];
  const pause = (milliseconds: number) =>
    milliseconds < 1_000 ? noPause() : new Promise<void>((resolve) => void ends.push(resolve));
  const size = { capacity: 60, refillPerSecond: 10 };
  const take = async (limiter: ReturnType<typeof isolate>) => {
    const { allowed, remaining } = await limiter.take(ofClient("acme"), size);
    return [allowed, remaining];
  };
  const one = isolate(service, service.store, pause);
  // The second takes itself and two ahead; the third and the fourth are those.
  for (const left of [59, 58, 57, 56]) assert.deepEqual(await take(one), [true, left]);
  // As many as there are, and two of them ahead.
  for (const left of [55, 54]) assert.deepEqual(await take(one), [true, left]);
  const other = isolate(service);
  assert.deepEqual(await take(other), [true, 52], "the other server holds one more");
  // Long enough to be full, but for the two that are taken ahead, of which one is spent.
  service.clock.advance({ milliseconds: 1_999 });
  const full = await Promise.all(
    Array.from({ length: 60 }, () => other.take(ofClient("acme"), size)),
  );
  assert.equal(full.filter(({ allowed }) => allowed).length, 58);
  for (const end of ends.splice(0)) end();
  await one.giveBack();
  // The one that was not spent.
  const after = await Promise.all([1, 2].map(() => other.take(ofClient("acme"), size)));
  assert.deepEqual(after.map(({ allowed }) => allowed), [true, false]);
});

const someStep = fc.record({
  server: fc.nat(7),
  milliseconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.constant(2_000)),
  takers: fc.integer({ min: 1, max: 12 }),
  /** Whether the server dies after it and another one starts. */
  dies: fc.boolean(),
  /** Whether leases end by their server's clock, which then returns the remaining tokens. */
  endsLeases: fc.boolean(),
});

Deno.test("take() of eight servers that die and come back never allows more than capacity + refill × w within w", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(20, 60, 400),
      fc.constantFrom(0.1, 10, 100),
      fc.array(someStep, { minLength: 5, maxLength: 60, size: "max" }),
      async (capacity, refillPerSecond, steps) => {
        await using service = await storeInMemory();
        let ends: (() => void)[] = [];
        const pause = (milliseconds: number) =>
          milliseconds < 1_000
            ? noPause()
            : new Promise<void>((resolve) => void ends.push(resolve));
        const open = () => isolate(service, service.store, pause);
        const servers = Array.from({ length: 8 }, open);
        const admitted: { readonly at: number; readonly takes: number }[] = [];
        for (const { server, milliseconds, takers, dies, endsLeases } of steps) {
          service.clock.advance({ milliseconds });
          if (endsLeases) {
            for (const end of ends) end();
            ends = [];
          }
          const takes = await Promise.all(
            Array.from(
              { length: takers },
              () => servers[server]!.take(ofClient("acme"), { capacity, refillPerSecond }),
            ),
          );
          const at = service.clock.now().epochMilliseconds;
          admitted.push({ at, takes: takes.filter(({ allowed }) => allowed).length });
          if (dies) servers[server] = open();
        }
        for (const [first, { at: from }] of admitted.entries()) {
          let sum = 0;
          for (const { at, takes } of admitted.slice(first)) {
            sum += takes;
            const seconds = (at - from) / 1_000;
            const most = capacity + seconds * refillPerSecond + 0.01;
            assert(sum <= most, `${sum} within ${seconds} s`);
          }
        }
      },
    ),
    { seed: 3, numRuns: 60 },
  );
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
