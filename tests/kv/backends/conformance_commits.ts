import assert from "node:assert/strict";
import { z } from "zod";
import type { RawCommit } from "../../../kv/store/backend.ts";
import {
  assertWithinBudget,
  checksMax,
  commitBytesMax,
  commitKeyBytesMax,
  keyBytes,
  keyBytesMax,
  measureCommit,
  mutationsMax,
  valueBytesMax,
} from "../../../kv/store/budget.ts";
import type { Key } from "../../../kv/store/key.ts";
import { absent, create, put } from "../../../kv/store/store.ts";
import type { Promised } from "./guarantees.ts";

const Text = z.string();

/** Reads, ranges and commits. */
export function commitPromises(promise: Promised): void {
  transactionPromises(promise);
  versionPromises(promise);
  checkPromises(promise);
  winnerPromises(promise);
  rangePromises(promise);
  pagePromises(promise);
  budgetPromises(promise);
}

/** Committed data are read completely. */
function transactionPromises(promise: Promised): void {
  promise(
    "transactions",
    "get() reads what commit() wrote, and null where nothing stands",
    async ({ store }) => {
      assert.equal(await store.get(Text, ["a"]), null);
      assert(await store.commit([put(Text, ["a"], "one"), put(Text, ["a", 1], "two")]));
      assert.equal((await store.get(Text, ["a"]))?.value, "one");
      assert.equal((await store.get(Text, ["a", 1]))?.value, "two");
      assert.equal(await store.get(Text, ["a", "1"]), null);
    },
  );

  promise("transactions", "getMany() answers in the order of its keys", async ({ store }) => {
    await store.commit([put(Text, ["b"], "B"), put(Text, ["a"], "A")]);
    const found = await store.getMany(Text, [["b"], ["none"], ["a"]]);
    assert.deepEqual(found.map((entry) => entry?.value), ["B", undefined, "A"]);
    const eleven = Array.from({ length: 11 }, (_, index): Key => ["n", index]);
    await assert.rejects(store.getMany(Text, eleven), /11 keys/);
  });

  promise("transactions", "commit() writes all or nothing", async ({ store }) => {
    await store.commit([put(Text, ["taken"], "first")]);
    const won = await store.commit([
      put(Text, ["other"], "second"),
      ...create(Text, ["taken"], "second"),
    ]);
    assert.equal(won, false);
    assert.equal(await store.get(Text, ["other"]), null);
    assert.equal((await store.get(Text, ["taken"]))?.value, "first");
  });
}

/** A lost check stays lost. */
function versionPromises(promise: Promised): void {
  promise("checks", "a check is lost by any write, also of an equal value", async ({ store }) => {
    await store.commit([put(Text, ["a"], "same")]);
    const found = await store.get(Text, ["a"]);
    assert(found !== null && await store.holds(found.check));
    await store.commit([put(Text, ["a"], "same")]);
    assert.equal(await store.holds(found.check), false);
    assert.equal(await store.commit([found.check, found.set("later")]), false);
  });

  promise(
    "ABA",
    "a check stays lost when the value is removed and made again",
    async ({ store }) => {
      await store.commit([put(Text, ["a"], "same")]);
      const found = await store.get(Text, ["a"]);
      assert(found !== null);
      assert(await store.commit([found.check, found.delete]));
      assert(await store.holds(absent(["a"])));
      await store.commit([put(Text, ["a"], "same")]);
      assert.equal(await store.holds(found.check), false);
      assert.equal(await store.holds(absent(["a"])), false);
      assert.equal(await store.commit([found.check]), false);
    },
  );

  promise("ABA", "no version of a key ever comes back, whatever happened to it", async (bench) => {
    const { store, backend } = bench;
    const seen: (string | undefined)[] = [];
    for (let n = 0; n < 20; n++) {
      await store.commit([put(Text, ["a"], "same")]);
      seen.push((await backend.read([["a"]]))[0]?.versionstamp);
      if (n % 2 === 0) await store.commit([{ kind: "remove", key: ["a"], chunks: 0 }]);
    }
    assert.equal(new Set(seen).size, 20);
    assert(!seen.includes(undefined));
  });
}

/** Checks of absent keys and of the latest versions. */
function checkPromises(promise: Promised): void {
  promise("checks", "a check of what the commit does not write is held, too", async ({ store }) => {
    await store.commit([put(Text, ["rule"], "one")]);
    const rule = await store.get(Text, ["rule"]);
    assert(rule !== null);
    assert(await store.commit([rule.check, absent(["none"]), put(Text, ["b"], "under rule one")]));
    await store.commit([rule.set("two")]);
    assert.equal(await store.commit([rule.check, put(Text, ["b"], "late")]), false);
    await store.commit([put(Text, ["none"], "")]);
    assert.equal(await store.commit([absent(["none"]), put(Text, ["b"], "late")]), false);
    assert.equal((await store.get(Text, ["b"]))?.value, "under rule one");
  });

  promise("checks", "write() gives the value as a reading of it would", async ({ store }) => {
    const written = await store.write(put(Text, ["a"], "one"), [absent(["a"])]);
    const read = await store.get(Text, ["a"]);
    assert(written !== null);
    assert.deepEqual([written.value, written.check, written.delete], [
      read?.value,
      read?.check,
      read?.delete,
    ]);
    assert.equal(await store.write(put(Text, ["a"], "two"), [absent(["a"])]), null);
    const next = await store.write(written.set("three"), [written.check]);
    assert.equal(next?.value, "three");
    assert.equal(await store.commit([written.check, written.set("late")]), false);
    assert(next !== null && await store.commit([next.check, next.delete]));
    assert.equal(await store.get(Text, ["a"]), null);
  });
}

/** Only one of many competing commits succeeds. */
function winnerPromises(promise: Promised): void {
  promise("contention", "of many commits on one check one wins", async ({ store }) => {
    await store.commit([put(Text, ["a"], "start")]);
    const found = await store.get(Text, ["a"]);
    assert(found !== null);
    const won = await Promise.all(
      Array.from({ length: 32 }, (_, n) => store.commit([found.check, found.set(`${n}`)])),
    );
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await store.get(Text, ["a"]))?.value, `${won.indexOf(true)}`);
  });

  promise("contention", "claimOnce() has one winner of many", async ({ store }) => {
    const won = await Promise.all(
      Array.from({ length: 32 }, (_, n) => store.claimOnce(Text, ["claim"], `${n}`)),
    );
    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await store.get(Text, ["claim"]))?.value, `${won.indexOf(true)}`);
  });
}

/** Ranges are in key order. */
function rangePromises(promise: Promised): void {
  promise("ranges", "list() goes through a prefix in the order of the keys", async ({ store }) => {
    const keys: Key[] = [["r", 2], ["r", 10], ["r", 1], ["r", "x"], ["r", 1, "sub"], ["s", 0]];
    await store.commit([put(Text, ["r"], "not under itself")]);
    await store.commit(keys.map((key) => put(Text, key, JSON.stringify(key))));
    const read = async (options?: { limit?: number; reverse?: boolean }) =>
      await Array.fromAsync(store.list(Text, { prefix: ["r"] }, options), ({ key }) => key);
    const order: Key[] = [["r", "x"], ["r", 1], ["r", 1, "sub"], ["r", 2], ["r", 10]];
    assert.deepEqual(await read(), order);
    assert.deepEqual(await read({ reverse: true }), order.toReversed());
    assert.deepEqual(await read({ limit: 2 }), order.slice(0, 2));
    assert.deepEqual(await read({ limit: 2, reverse: true }), order.toReversed().slice(0, 2));
  });

  promise(
    "ranges",
    "list() includes the start, leaves the end out, and pages",
    async ({ store }) => {
      const numbers = Array.from({ length: 450 }, (_, n) => n);
      await store.commit(numbers.map((n) => put(z.number(), ["n", n], n)));
      const read = async (start?: number, end?: number, reverse = false) =>
        await Array.fromAsync(
          store.list(z.number(), {
            prefix: ["n"],
            ...(start === undefined ? {} : { start: ["n", start] }),
            ...(end === undefined ? {} : { end: ["n", end] }),
          }, { reverse }),
          ({ value }) => value,
        );
      assert.deepEqual(await read(), numbers);
      assert.deepEqual(await read(undefined, undefined, true), numbers.toReversed());
      assert.deepEqual(await read(120), numbers.slice(120));
      assert.deepEqual(await read(undefined, 333), numbers.slice(0, 333));
      assert.deepEqual(await read(120, 333), numbers.slice(120, 333));
      assert.deepEqual(await read(120, 333, true), numbers.slice(120, 333).toReversed());
    },
  );
}

/** Pages of a range that changes meanwhile. */
function pagePromises(promise: Promised): void {
  promise(
    "ranges",
    "a page goes on where the last one ended, whatever was removed meanwhile",
    async (bench) => {
      const { store, backend } = bench;
      const numbers = Array.from({ length: 12 }, (_, n) => n);
      await store.commit(numbers.map((n) => put(z.number(), ["n", n], n)));
      for (const reverse of [false, true]) {
        const options = { limit: 5, reverse, cursor: null };
        const first = await backend.page({ prefix: ["n"] }, options);
        const last = first.entries.at(-1);
        assert(last !== undefined);
        await backend.commit({ checks: [], puts: [], removes: [last.key], adds: [] });
        const second = await backend.page({ prefix: ["n"] }, { ...options, cursor: first.cursor });
        const left = reverse ? [6, 5, 3, 2, 1] : [5, 6, 7, 8, 9];
        assert.deepEqual(second.entries.map(({ key }) => key[1]), left);
      }
    },
  );

  promise("ranges", "list() sees once what stays, while others come and go", async ({ store }) => {
    const numbers = Array.from({ length: 300 }, (_, n) => n * 2);
    await store.commit(numbers.map((n) => put(z.number(), ["n", n], n)));
    let over = false;
    const comeAndGo = async () => {
      for (let n = 1; !over; n = (n + 34) % 600) {
        await store.commit([put(z.number(), ["n", n | 1], n)]);
        await store.commit([{ kind: "remove", key: ["n", n | 1], chunks: 0 }]);
      }
    };
    const others = comeAndGo();
    for (let times = 0; times < 3; times++) {
      const seen = await Array.fromAsync(
        store.list(z.number(), { prefix: ["n"] }),
        ({ key }) => key[1],
      );
      assert.deepEqual(seen, seen.toSorted((a, b) => Number(a) - Number(b)));
      assert.deepEqual(seen.filter((n) => Number(n) % 2 === 0), numbers);
    }
    over = true;
    await others;
  });
}

/** The limits of a commit. */
function budgetPromises(promise: Promised): void {
  promise("budget", "commit() holds the budget and names what went over", async ({ store }) => {
    const many = (count: number) => Array.from({ length: count }, (_, n): Key => ["m", n]);
    assert(await store.commit(many(checksMax).map(absent)));
    await assert.rejects(store.commit(many(checksMax + 1).map(absent)), /11 checks/);
    const puts = many(mutationsMax + 1).map((key) => put(Text, key, ""));
    assert(await store.commit(puts.slice(1)));
    await assert.rejects(store.commit(puts), /1001 mutations/);
    const large = many(13).map((key) => put(Text, key, "x".repeat(63_900)));
    assert(await store.commit(large.slice(1)));
    await assert.rejects(
      store.commit(large),
      new RegExp(`bytes in one commit .*${commitBytesMax}`),
    );
    await assert.rejects(store.commit([put(Text, ["m", "k".repeat(2_048)], "")]), /bytes in a key/);
    // 1,024 bytes each: two marks and two ends, the first part and nine bytes of number.
    const wide = (count: number) =>
      many(count).map(([, n]) => put(Text, ["k".repeat(1_013), n ?? 0], ""));
    assert(await store.commit(wide(commitKeyBytesMax / 1_024)));
    await assert.rejects(store.commit(wide(81)), /82944 bytes of keys in one commit/);
    await assert.rejects(
      store.commit([put(Text, ["m"], "1"), put(Text, ["m"], "2")]),
      /writes one key of "m" twice/,
    );
    await assert.rejects(store.commit([put(Text, ["m"], "x".repeat(800_000))]), /13 chunks/);
  });

  promise(
    "budget",
    "the backend takes and finds the longest key and value",
    async ({ backend }) => {
      // Two marks and two ends, the first part and nine bytes of number; no letter twice in a row, so
      // that no database makes it shorter.
      const letters = Array.from(
        { length: keyBytesMax - 4 - 1 - 9 },
        (_, n) => String.fromCharCode(33 + (n * n * 31 + n * 7) % 90),
      );
      const key: Key = ["k", letters.join(""), 1];
      assert.equal(keyBytes(key), keyBytesMax);
      const bytes = crypto.getRandomValues(new Uint8Array(valueBytesMax));
      const none: RawCommit = { checks: [], puts: [], removes: [], adds: [] };
      const checks = [{ key, versionstamp: null }];
      const written = await backend.commit({
        ...none,
        checks,
        puts: [{ key, bytes, expireIn: null }],
      });
      assert.notEqual(written, null);
      const [found] = await backend.read([key]);
      assert.deepEqual(found?.bytes, bytes);
      const options = { limit: 2, reverse: false, cursor: null };
      const [kind, text] = key;
      const { entries } = await backend.page({ prefix: [kind, text ?? ""] }, options);
      assert.deepEqual(entries.map((entry) => entry.key), [key]);
      assert.notEqual(await backend.commit({ ...none, removes: [key] }), null);
      assert.deepEqual(await backend.read([key]), [null]);
    },
  );

  promise("budget", "the backend takes the largest commit of the budget", async ({ backend }) => {
    const count = mutationsMax - 1;
    const empty: RawCommit = {
      checks: Array.from({ length: checksMax }, (_, n) => ({ key: ["c", n], versionstamp: null })),
      puts: Array.from({ length: count }, (_, n) => ({
        key: ["p", "k".repeat(20), n],
        bytes: new Uint8Array(),
        expireIn: null,
      })),
      removes: [["r"]],
      adds: [],
    };
    const left = commitBytesMax - measureCommit(empty).bytes;
    const share = Math.floor(left / count);
    const puts = empty.puts.map((one, n) => ({
      ...one,
      bytes: new Uint8Array(n === 0 ? left - share * (count - 1) : share),
    }));
    assertWithinBudget({ ...empty, puts });
    assert.notEqual(await backend.commit({ ...empty, puts }), null);
  });
}
