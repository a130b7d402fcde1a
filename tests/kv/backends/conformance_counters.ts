import assert from "node:assert/strict";
import { z } from "zod";
import { mutationsMax } from "../../../kv/store/budget.ts";
import { absent, add, put } from "../../../kv/store/store.ts";
import type { Promised } from "./guarantees.ts";

const Text = z.string();

/** Counters: sums without checks. */
export function counterPromises(promise: Promised): void {
  additionPromises(promise);
  counterFormPromises(promise);
}

/** Results of additions. */
function additionPromises(promise: Promised): void {
  promise(
    "counters",
    "add() counts from nothing, and every addition of many counts",
    async ({ store }) => {
      assert.equal(await store.count(["c", 1]), 0);
      await Promise.all(
        Array.from(
          { length: 64 },
          (_, n) => store.commit([add(["c", 1], n + 1), add(["c", 2], 1)]),
        ),
      );
      assert.deepEqual([await store.count(["c", 1]), await store.count(["c", 2])], [2_080, 64]);
    },
  );

  promise("counters", "one commit may add to one counter more than once", async ({ store }) => {
    await store.commit([add(["c"], 2), add(["c"], 3)]);
    assert.equal(await store.count(["c"]), 5);
  });

  promise("counters", "a counter holds numbers past 32 bits", async ({ store }) => {
    await store.commit([add(["c"], 2 ** 40)]);
    await store.commit([add(["c"], 1)]);
    assert.equal(await store.count(["c"]), 2 ** 40 + 1);
  });

  promise(
    "counters",
    "counts() reads a range as list() does, and removes what it read",
    async ({ store }) => {
      const hours = Array.from({ length: 130 }, (_, hour) => hour);
      await store.commit(hours.map((hour) => add(["c", "acme", hour], hour + 1)));
      await store.commit([add(["c", "globex", 5], 1)]);
      const range = {
        prefix: ["c", "acme"],
        start: ["c", "acme", 3],
        end: ["c", "acme", 125],
      } as const;
      const read = await Array.fromAsync(store.counts(range));
      assert.deepEqual(read.map(({ count }) => count), hours.slice(3, 125).map((hour) => hour + 1));
      const [first] = await Array.fromAsync(store.counts({ prefix: ["c"] }, { limit: 1 }));
      assert.deepEqual(first?.key, ["c", "acme", 0]);
      await store.commit(read.map((found) => found.delete));
      const left = await Array.fromAsync(store.counts({ prefix: ["c"] }), ({ key }) => key);
      assert.deepEqual(left.length, 9);
    },
  );
}

/** Counters together with checks and values. */
function counterFormPromises(promise: Promised): void {
  promise("counters", "an addition happens with its commit or not at all", async ({ store }) => {
    await store.commit([put(Text, ["taken"], "")]);
    assert.equal(await store.commit([absent(["taken"]), add(["c"], 1)]), false);
    assert.equal(await store.count(["c"]), 0);
    assert(await store.commit([put(Text, ["other"], "value"), add(["c"], 1)]));
    assert.deepEqual(
      [await store.count(["c"]), (await store.get(Text, ["other"]))?.value],
      [1, "value"],
    );
  });

  promise("counters", "counters and values are never taken for each other", async ({ store }) => {
    await store.commit([add(["counter"], 1), put(Text, ["value"], "")]);
    await assert.rejects(store.get(Text, ["counter"]), /"counter" cannot be read/);
    await assert.rejects(store.count(["value"]), /"value" cannot be read: it is not a counter/);
    await assert.rejects(store.commit([add(["value"], 1), put(Text, ["beside"], "")]));
    assert.equal(await store.get(Text, ["beside"]), null);
    assert.equal((await store.get(Text, ["value"]))?.value, "");
  });

  promise(
    "counters",
    "add() takes whole numbers of at least 1, within the budget",
    async ({ store }) => {
      for (const amount of [0, -1, 0.5, NaN, Infinity]) {
        await assert.rejects(store.commit([add(["c"], amount)]), /whole numbers/);
      }
      const many = Array.from({ length: mutationsMax + 1 }, (_, n) => add(["c", n], 1));
      await assert.rejects(store.commit(many), /1001 mutations/);
      assert(await store.commit(many.slice(1)));
      await assert.rejects(
        store.commit([put(Text, ["c"], ""), add(["c"], 1)]),
        /writes one key of "c" twice/,
      );
      assert.equal(await store.count(["c"]), 0);
    },
  );
}
