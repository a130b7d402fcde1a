import assert from "node:assert/strict";
import "../../../base/temporal.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import {
  type Backend,
  BusyError,
  CommitRefusedError,
  DiskFullError,
  type RawCommit,
} from "../../../kv/store/backend.ts";
import { decodeCounter } from "../../../kv/store/counter.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { embeddedGroups, groupCommits } from "../../../kv/store/group_commits.ts";
import type { Key } from "../../../kv/store/key.ts";
import { add } from "../../../kv/store/store.ts";
import { fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause } from "../../support/store.ts";

const nothing: RawCommit = { checks: [], puts: [], removes: [], adds: [] };
const at = (key: Key, versionstamp: string | null = null) => ({ key, versionstamp });
const put = (key: Key, bytes = new Uint8Array([1])) => ({ key, bytes, expireIn: null });
const plus = (key: Key, amount = 1n) => ({ key, amount });

/** A grouped store in memory, and the commits that reach the backend below. */
async function grouped(
  { limits = embeddedGroups, commit = (raw, below) => below.commit(raw) }: {
    readonly limits?: typeof embeddedGroups;
    readonly commit?: (raw: RawCommit, below: Backend) => Promise<string | null>;
  } = {},
) {
  const below = await openDenoKv({ kind: "memory" });
  const seen: RawCommit[] = [];
  const backend = groupCommits({
    ...below,
    commit: (raw) => {
      seen.push(raw);
      return commit(raw, below);
    },
  }, limits);
  const countAt = async (key: Key) => {
    const [found] = await below.read([key]);
    return found === null || found === undefined ? 0 : decodeCounter(found);
  };
  return { below, seen, backend, countAt, [Symbol.dispose]: () => backend.close() };
}

const range = (length: number) => Array.from({ length }, (_, n) => n);

Deno.test("groupCommits() makes one commit of those that come together and touch different keys", async () => {
  using store = await grouped();
  const versions = await Promise.all(
    range(30).map((n) => store.backend.commit({ ...nothing, puts: [put(["a", n])] })),
  );
  assert(versions.every((version) => version !== null));
  assert.equal(store.seen.length, 1);
  assert.equal((await store.below.page({ prefix: ["a"] }, all)).entries.length, 30);
});

const all = { limit: 100, reverse: false, cursor: null };

Deno.test("groupCommits() sends a commit alone as it is, and lets it wait for nothing", async () => {
  using store = await grouped();
  const raw = { ...nothing, puts: [put(["a"])] };
  const committed = store.backend.commit(raw);
  // Microtasks alone: no turn of the event loop.
  for (let tasks = 0; tasks < 16; tasks++) await Promise.resolve();
  assert.equal(store.seen[0], raw);
  assert.notEqual(await committed, null);
});

Deno.test("groupCommits() answers who lost a check, and commits the others", async () => {
  using store = await grouped();
  const stands = await store.backend.commit({ ...nothing, puts: [put(["stands"])] });
  const versions = await Promise.all([
    store.backend.commit({ ...nothing, checks: [at(["stands"], stands)], puts: [put(["first"])] }),
    store.backend.commit({ ...nothing, checks: [at(["b"], "0".repeat(20))], puts: [put(["b"])] }),
    store.backend.commit({ ...nothing, checks: [at(["c"])], puts: [put(["c"])] }),
  ]);
  assert.deepEqual(versions.map((version) => version === null), [false, true, false]);
  assert.equal(store.seen.length, 3, "the first put, the group, and the group without the loser");
});

Deno.test("groupCommits() lets one of many create a key, in the order in which they came", async () => {
  using store = await grouped();
  const versions = await Promise.all(
    range(8).map((n) =>
      store.backend.commit({
        ...nothing,
        checks: [at(["once"])],
        puts: [put(["once"], new Uint8Array([n]))],
      })
    ),
  );
  assert.deepEqual(versions.map((version) => version !== null), range(8).map((n) => n === 0));
});

Deno.test("groupCommits() lets what writes a key whose check was just lost go alone", async () => {
  using store = await grouped();
  const lose = () =>
    store.backend.commit({
      ...nothing,
      checks: [at(["hot"], "0".repeat(20))],
      puts: [put(["hot"])],
    });
  assert.equal(await lose(), null);
  const other = { ...nothing, puts: [put(["a"])] };
  const versions = await Promise.all([store.backend.commit(other), lose()]);
  assert.deepEqual(versions.map((version) => version === null), [false, true]);
  assert.equal(store.seen[1], other, "not held up by the other one");
});

Deno.test("groupCommits() runs a commit that names two versions of a key alone, and it loses", async () => {
  using store = await grouped();
  const contradiction = [at(["a"], "0".repeat(20)), at(["a"])];
  const versions = await Promise.all([
    store.backend.commit({ ...nothing, checks: contradiction, puts: [put(["b"])] }),
    store.backend.commit({ ...nothing, puts: [put(["c"])] }),
  ]);
  assert.deepEqual(versions.map((version) => version === null), [true, false]);
});

Deno.test("groupCommits() adds up what many add to one counter", async () => {
  using store = await grouped();
  const adding = (n: number) =>
    store.backend.commit({ ...nothing, puts: [put(["a", n])], adds: [plus(["c"], BigInt(n))] });
  await adding(1); // known as a counter from here on
  await Promise.all(range(20).map(adding));
  assert.deepEqual([await store.countAt(["c"]), store.seen.length], [191, 2]);
});

Deno.test("groupCommits() refuses an addition to a value, and no other commit", async () => {
  using store = await grouped();
  await store.backend.commit({ ...nothing, puts: [put(["value"])] });
  const outcomes = await Promise.allSettled([
    store.backend.commit({ ...nothing, adds: [plus(["c"])] }),
    store.backend.commit({ ...nothing, adds: [plus(["value"])] }),
    store.backend.commit({ ...nothing, adds: [plus(["c"])], puts: [put(["d"])] }),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.equal(await store.countAt(["c"]), 2);
});

Deno.test("groupCommits() adds alone to a counter that a value has replaced", async () => {
  using store = await grouped();
  await store.backend.commit({ ...nothing, adds: [plus(["c"]), plus(["d"])] });
  await store.backend.commit({ ...nothing, puts: [put(["d"])] });
  const outcomes = await Promise.allSettled([
    store.backend.commit({ ...nothing, adds: [plus(["c"])] }),
    store.backend.commit({ ...nothing, adds: [plus(["d"])] }),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected"]);
  assert.equal(await store.countAt(["c"]), 2);
});

/** Limits of a backend that takes ten checks per commit. */
const narrow = { ...embeddedGroups, checksMax: 10 };

Deno.test("groupCommits() stays within what one commit of the backend takes", async () => {
  using store = await grouped({ limits: narrow });
  const large = new Uint8Array(60_000);
  await Promise.all([
    ...range(30).map((n) =>
      store.backend.commit({
        ...nothing,
        checks: [at(["checked alike"]), at(["checked", n])],
        puts: [put(["a", n])],
      })
    ),
    ...range(30).map((n) => store.backend.commit({ ...nothing, puts: [put(["b", n], large)] })),
    ...range(30).map((n) =>
      store.backend.commit({ ...nothing, removes: range(90).map((m): Key => ["c", n, m]) })
    ),
  ]);
  for (const { checks, puts, removes } of store.seen) {
    assert(checks.length <= narrow.checksMax);
    assert(puts.length + removes.length <= narrow.mutationsMax);
    assert(puts.reduce((sum, { bytes }) => sum + bytes.length, 0) <= narrow.bytesMax);
  }
  assert(store.seen.length < 30, `${store.seen.length} commits for 90`);
});

Deno.test("groupCommits() fills a group as far as the runtime takes it", async () => {
  let refused = 0;
  using store = await grouped({
    commit: (raw, below) =>
      below.commit(raw).catch((cause) => {
        refused++;
        throw cause;
      }),
  });
  // Keys of 60 bytes and values of 720, as items of a batch have: 1,000 of them are over the limit.
  const item = (n: number, m: number): Key => ["credential_batch_item", "b".repeat(15), n, m];
  const versions = await Promise.all(
    range(150).map((n) =>
      store.backend.commit({
        ...nothing,
        puts: range(10).map((m) => put(item(n, m), new Uint8Array(720))),
      })
    ),
  );
  assert(versions.every((version) => version !== null));
  assert.deepEqual([refused, store.seen.length], [0, 2]);
});

Deno.test("groupCommits() sends the commits of a group that is refused one by one, and fails none for another", async () => {
  const sent: RawCommit[] = [];
  using store = await grouped({
    commit: (raw, below) => {
      const isGroup = !sent.includes(raw);
      // Of the commits, the one that puts nine values is too large alone, too.
      if (isGroup || raw.puts.length === 9) throw new CommitRefusedError("Too large");
      return below.commit(raw);
    },
  });
  const send = (raw: RawCommit) => {
    sent.push(raw);
    return store.backend.commit(raw);
  };
  await send({ ...nothing, adds: [plus(["c"])] });
  const outcomes = await Promise.allSettled([
    ...range(4).map((n) =>
      send({
        ...nothing,
        checks: [at(["a", n])],
        puts: [put(["a", n])],
        adds: [plus(["c"])],
      })
    ),
    send({ ...nothing, puts: range(9).map((n) => put(["large", n])) }),
    send({ ...nothing, checks: [at(["b"], "0".repeat(20))], puts: [put(["b"])] }),
    send({ ...nothing, removes: [["a", 9]] }),
  ]);
  assert.deepEqual(
    outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? outcome.value !== null : `${outcome.reason}`
    ),
    [true, true, true, true, "CommitRefusedError: Too large", false, true],
  );
  assert.equal(await store.countAt(["c"]), 5, "each addition once");
});

Deno.test("groupCommits() writes what still has room beside a commit that finds the disk full", async () => {
  using store = await grouped({
    commit: async (raw, below) => {
      if (raw.puts.some(({ bytes }) => bytes.length > 1_000)) throw new DiskFullError("Full");
      return await below.commit(raw);
    },
  });
  const outcomes = await Promise.allSettled([
    ...range(3).map((n) => store.backend.commit({ ...nothing, puts: [put(["small", n])] })),
    store.backend.commit({ ...nothing, puts: [put(["large"], new Uint8Array(60_000))] }),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "fulfilled", "fulfilled", "rejected"],
  );
});

Deno.test("groupCommits() reports a group whose answer was lost as unknown to each, and sends it once", async () => {
  let losing = false;
  using store = await grouped({
    commit: async (raw, below) => {
      const answer = await below.commit(raw);
      if (losing) throw new UnavailableError("The answer was lost");
      return answer;
    },
  });
  await store.backend.commit({ ...nothing, adds: [plus(["c"])] });
  losing = true;
  const outcomes = await Promise.allSettled(
    range(12).map((n) =>
      store.backend.commit({ ...nothing, puts: [put(["a", n])], adds: [plus(["c"])] })
    ),
  );
  for (const outcome of outcomes) {
    assert(outcome.status === "rejected" && outcome.reason instanceof UnavailableError);
  }
  assert.deepEqual([await store.countAt(["c"]), store.seen.length], [13, 2]);
});

Deno.test("groupCommits() reports a busy backend to each of a group, and the store tries again", async () => {
  let refusals = 3;
  using grouping = await grouped({
    commit: (raw, below) => {
      if (refusals-- > 0) throw new BusyError("Another process has the lock");
      return below.commit(raw);
    },
  });
  const dependencies = { clock: fixedClock(), random: seededRandom(), pause: noPause };
  const store = createStore(grouping.backend, dependencies);
  const committed = await Promise.all(range(10).map(() => store.commit([add(["c"], 1)])));
  assert(committed.every((one) => one));
  assert.equal(await grouping.countAt(["c"]), 10);
});

Deno.test("groupCommits() rejects what waits when it is closed", async () => {
  const held = Promise.withResolvers<void>();
  const store = await grouped({
    commit: (raw, below) => held.promise.then(() => below.commit(raw)),
  });
  const first = store.backend.commit({ ...nothing, puts: [put(["a"])] });
  await Promise.resolve();
  const second = store.backend.commit({ ...nothing, puts: [put(["b"])] });
  store.backend.close();
  held.resolve();
  await assert.rejects(second, new UnavailableError("The store is closed"));
  await assert.rejects(first);
});
