import assert from "node:assert/strict";
import { z } from "zod";
import { add, put, type Store } from "../../../kv/store/store.ts";
import { seededRandom } from "../../support/random.ts";
import type { Bench, Promised } from "./guarantees.ts";

const Amount = z.number();
const Text = z.string();

/** Connections in a contention test, as many as a small deployment has servers. */
const connections = 4;

/** Many writers of one key and of many, over several connections if the backend permits them. */
export function contentionPromises(promise: Promised): void {
  updatePromises(promise);
  crossingPromises(promise);
  snapshotPromises(promise);
}

/** Concurrent updates. */
function updatePromises(promise: Promised): void {
  promise(
    "contention",
    "writers that compare and set one key lose no update",
    (bench) =>
      overConnections(bench, async (stores) => {
        await stores[0]?.commit([put(Amount, ["sum"], 0)]);
        await Promise.all(stores.flatMap((store) =>
          Array.from({ length: 2 }, async () => {
            for (let n = 0; n < 5; n++) await update(store, "sum", (sum) => sum + 1);
          })
        ));
        assert.equal((await stores[0]?.get(Amount, ["sum"]))?.value, connections * 2 * 5);
      }),
  );

  promise(
    "contention",
    "what moves between ten accounts is neither lost nor made",
    (bench) =>
      overConnections(bench, async (stores) => {
        const accounts = Array.from({ length: 10 }, (_, n) => n);
        await stores[0]?.commit(accounts.map((n) => put(Amount, ["account", n], 100)));
        const random = seededRandom(3);
        const pick = () => (random.bytes(1)[0] ?? 0) % accounts.length;
        await Promise.all(stores.map(async (store) => {
          for (let n = 0; n < 15; n++) await move(store, pick(), pick());
        }));
        const left = await Array.fromAsync(
          stores[0]?.list(Amount, { prefix: ["account"] }) ?? [],
          ({ value }) => value,
        );
        assert.equal(left.reduce((a, b) => a + b), 1_000);
      }),
  );
}

/** Concurrent commits whose keys overlap in opposite order. */
function crossingPromises(promise: Promised): void {
  promise(
    "contention",
    "commits over the same keys in any order hold nobody up",
    (bench) =>
      overConnections(bench, async (stores) => {
        const keys = Array.from({ length: 12 }, (_, n) => n);
        const won = await Promise.all(stores.flatMap((store, writer) =>
          Array.from({ length: 6 }, (_, turn) => {
            const order = turn % 2 === 0 ? keys : keys.toReversed();
            return store.commit([
              ...order.map((n) => put(Text, ["key", n], `${writer} ${turn}`)),
              ...order.map((n) => add(["count", n], 1)),
            ]);
          })
        ));
        assert(won.every(Boolean), "no check, no loss");
        const values = await Array.fromAsync(
          stores[0]?.list(Text, { prefix: ["key"] }) ?? [],
          ({ value }) =>
            value,
        );
        assert.equal(new Set(values).size, 1, "the last commit, whole");
        for (const n of keys) assert.equal(await stores[0]?.count(["count", n]), won.length);
      }),
  );

  promise(
    "transactions",
    "two commits that check what the other writes never both win",
    (bench) =>
      overConnections(bench, async ([one, other]) => {
        assert(one !== undefined && other !== undefined);
        for (let round = 0; round < 15; round++) {
          await one.commit([put(Text, ["on duty", "a"], ""), put(Text, ["on duty", "b"], "")]);
          const leave = async (store: Store, who: "a" | "b") => {
            const [a, b] = await store.getMany(Text, [["on duty", "a"], ["on duty", "b"]]);
            const mine = who === "a" ? a : b;
            if (
              a?.value !== "" || b?.value !== "" || mine === undefined || mine === null
            ) return false;
            return await store.commit([a.check, b.check, mine.set("has left")]);
          };
          const left: readonly boolean[] = await Promise.all([leave(one, "a"), leave(other, "b")]);
          assert.equal(left.filter(Boolean).length, 1, `round ${round}`);
        }
      }),
  );
}

/** Reads concurrent with commits. */
function snapshotPromises(promise: Promised): void {
  promise(
    "transactions",
    "getMany() sees every commit whole",
    (bench) =>
      overConnections(bench, async ([writer, ...readers]) => {
        assert(writer !== undefined);
        const keys = Array.from({ length: 5 }, (_, n) => ["part", n] as const);
        const write = (n: number) => writer.commit(keys.map((key) => put(Amount, key, n)));
        await write(0);
        let over = false;
        const reading = readers.map(async (reader) => {
          let last = 0;
          while (!over) {
            const seen = (await reader.getMany(Amount, keys)).map((entry) => entry?.value ?? -1);
            assert.equal(new Set(seen).size, 1, `${seen}`);
            assert((seen[0] ?? -1) >= last, "never back");
            last = seen[0] ?? -1;
          }
        });
        for (let n = 1; n <= 30; n++) await write(n);
        over = true;
        await Promise.all(reading);
      }),
  );
}

/**
 * Runs a test over several connections, or over one shared connection if the backend has only one.
 */
async function overConnections(
  { store, place, over }: Bench,
  run: (stores: readonly Store[]) => Promise<void>,
): Promise<void> {
  const others = await Promise.all(
    Array.from(
      { length: connections - 1 },
      async () => place.address === null ? null : over(await place.open()),
    ),
  );
  try {
    await run([store, ...others.map((other) => other ?? store)]);
  } finally {
    for (const other of others) other?.close();
  }
}

async function update(store: Store, name: string, next: (value: number) => number): Promise<void> {
  for (;;) {
    const found = await store.get(Amount, [name]);
    assert(found !== null);
    if (await store.commit([found.check, found.set(next(found.value))])) return;
  }
}

async function move(store: Store, from: number, to: number): Promise<void> {
  if (from === to) return;
  for (;;) {
    const [source, target] = await store.getMany(Amount, [["account", from], ["account", to]]);
    assert(source !== null && source !== undefined && target !== null && target !== undefined);
    const moved = await store.commit([
      source.check,
      target.check,
      source.set(source.value - 7),
      target.set(target.value + 7),
    ]);
    if (moved) return;
  }
}
