import assert from "node:assert/strict";
import { z } from "zod";
import { commitKeyBytesMax, keyBytes, mutationsMax } from "../../../kv/store/budget.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { encrypted } from "../../../kv/store/encrypted.ts";
import { removeAll } from "../../../kv/store/remove_all.ts";
import { add, put, type Remove, type Store } from "../../../kv/store/store.ts";
import { openBackend } from "../../../kv/opening/open_store.ts";
import { fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause, storeInMemory } from "../../support/store.ts";

/** A store in memory that records the number of removals of each commit. */
async function noting() {
  const tools = { clock: fixedClock(), random: seededRandom(), pause: noPause };
  const backend = await openBackend({ ...tools, location: { kind: "memory" } });
  const removed: { readonly keys: number; readonly bytes: number }[] = [];
  const store = createStore({
    ...backend,
    commit: (raw) => {
      const bytes = raw.removes.reduce((sum, key) => sum + keyBytes(key), 0);
      if (raw.removes.length > 0) removed.push({ keys: raw.removes.length, bytes });
      return backend.commit(raw);
    },
  }, tools);
  return { store, removed };
}

async function countOf(store: Store): Promise<number> {
  let count = 0;
  for (const kind of ["decision", "chunk"]) {
    for await (const _ of store.removalsIn({ prefix: [kind] })) count += 1;
  }
  return count;
}

Deno.test("removeAll() stays in the budget of a commit, by number, by pieces and by the length of keys", async (t) => {
  const cases = [
    { why: "many short ones", count: 2_500, name: "d", length: 1, commits: 3 },
    { why: "ones of four pieces each", count: 210, name: "d", length: 250_000, commits: 2 },
    { why: "ones with long keys", count: 100, name: "d".repeat(1_900), length: 1, commits: 3 },
  ];
  for (const { why, count, name, length, commits } of cases) {
    await t.step(why, async () => {
      const { store, removed } = await noting();
      for (let at = 0; at < count; at++) {
        const key = ["decision", `${name}${at}`] as const;
        await store.commit([put(z.string(), key, "x".repeat(length))]);
      }
      await store.commit([put(z.string(), ["client", "acme"], "stays")]);
      const counted = await removeAll(store, store.removalsIn({ prefix: ["decision"] }));
      assert.deepEqual([...counted], [["decision", count]]);
      assert.equal(removed.length, commits);
      for (const { keys, bytes } of removed) {
        assert(keys <= mutationsMax && bytes <= commitKeyBytesMax, `${keys} keys, ${bytes} bytes`);
      }
      assert.equal(await countOf(store), 0);
      assert.equal((await store.get(z.string(), ["client", "acme"]))?.value, "stays");
      store.close();
    });
  }
});

Deno.test("Store.removals() needs no data key and no whole value, and finds what stands there", async () => {
  await using opened = await storeInMemory();
  const { store, dataKeys } = opened;
  const sealed = encrypted(z.string(), dataKeys["at-rest"]);
  const keyOf = (name: string) => ["decision", name] as const;
  await store.commit([
    put(sealed, keyOf("sealed"), "secret"),
    // In clear where its kind is encrypted: reading it throws.
    put(z.string(), keyOf("foreign"), "x"),
    put(sealed, keyOf("long"), "x".repeat(200_000)),
    add(keyOf("counter"), 3),
  ]);
  const [first] = await Array.fromAsync(store.removalsIn({ prefix: ["chunk"] }));
  assert(first !== undefined);
  await store.commit([first]);
  for (const name of ["foreign", "long"]) await assert.rejects(store.get(sealed, keyOf(name)));
  const names = ["sealed", "foreign", "long", "counter", "nothing"];
  const removals: readonly Remove[] = await store.removals(names.map(keyOf));
  assert.deepEqual(removals.map(({ key }) => key.at(-1)), names.slice(0, 4));
  await store.commit(removals);
  assert.equal(await countOf(store), 0);
});
