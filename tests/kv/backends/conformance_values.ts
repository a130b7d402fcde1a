import assert from "node:assert/strict";
import { z } from "zod";
import { encrypted } from "../../../kv/store/encrypted.ts";
import type { DataKey, KeyRing } from "../../../kv/keys/key_ring.ts";
import { importSecretKey } from "../../../kv/store/secret_key.ts";
import { hasPassed, timestamp } from "../../../kv/store/lifetime.ts";
import type { Key } from "../../../kv/store/key.ts";
import { absent, create, put } from "../../../kv/store/store.ts";
import type { Bench, Promised } from "./guarantees.ts";

const Text = z.string();
const Lease = z.object({ owner: z.string(), expiresAt: z.string() });

/** Long values, encrypted values, and values with a lifetime. */
export function valuePromises(promise: Promised): void {
  lifetimePromises(promise);
  chunkPromises(promise);
  brokenChunkPromises(promise);
  encryptionPromises(promise);
  schemaPromises(promise);
}

/** Values that are cut into pieces. */
function chunkPromises(promise: Promised): void {
  promise(
    "chunking",
    "long values are cut up, replaced, listed and removed whole",
    async (bench) => {
      const { store } = bench;
      const long = (length: number) => "é".repeat(length / 2);
      assert(await store.commit(create(Text, ["long", 1], long(700_000))));
      const found = await store.get(Text, ["long", 1]);
      assert.equal(found?.value, long(700_000));
      assert.equal(await chunksLeft(bench), 11);
      assert(await store.commit([found.check, found.set(long(130_000))]));
      assert.equal(await chunksLeft(bench), 3);
      await store.commit([put(Text, ["long", 2], "short")]);
      const listed = await Array.fromAsync(store.list(Text, { prefix: ["long"] }));
      assert.deepEqual(listed.map(({ value }) => value), [long(130_000), "short"]);
      assert(listed[0] !== undefined && await store.commit([listed[0].set("short")]));
      assert.equal((await store.get(Text, ["long", 1]))?.value, "short");
      assert.equal(await chunksLeft(bench), 0);
      await store.commit([put(Text, ["long", 3], long(130_000))]);
      const fourth = await store.write(put(Text, ["long", 4], long(130_000)), []);
      assert(fourth !== null && await store.commit([fourth.check, fourth.delete]));
      assert.equal(await chunksLeft(bench), 3);
      const third = await store.get(Text, ["long", 3]);
      assert(third !== null && await store.commit([third.check, third.delete]));
      assert.equal(await chunksLeft(bench), 0);
    },
  );

  promise("chunking", "a long value is read whole while it is replaced", async ({ store }) => {
    const values = ["a", "b", "c", "d"].map((letter) => letter.repeat(200_000));
    await store.commit([put(Text, ["busy"], values[0] ?? "")]);
    const write = async () => {
      for (const value of values) {
        const found = await store.get(Text, ["busy"]);
        if (found !== null) await store.commit([found.check, found.set(value)]);
      }
    };
    const read = async () => (await store.get(Text, ["busy"]))?.value ?? "";
    const [, ...seen] = await Promise.all([write(), ...Array.from({ length: 8 }, read)]);
    for (const value of seen) assert(values.includes(value));
  });
}

/** Pieces without their value, and values without a piece. */
function brokenChunkPromises(promise: Promised): void {
  promise(
    "chunking",
    "a commit that loses its check leaves no piece of a long value",
    async (bench) => {
      const { store } = bench;
      await store.commit([put(Text, ["taken"], "")]);
      const long = "x".repeat(300_000);
      assert.equal(await store.commit([absent(["taken"]), put(Text, ["long"], long)]), false);
      assert.deepEqual([await store.get(Text, ["long"]), await chunksLeft(bench)], [null, 0]);
    },
  );

  promise("chunking", "a missing or changed chunk is a fault", async ({ store, backend }) => {
    const long = "x".repeat(150_000);
    await store.commit([put(Text, ["long"], long)]);
    const chunk: Key = ["chunk", "long", 1];
    await backend.commit({ checks: [], puts: [], removes: [chunk], adds: [] });
    await assert.rejects(store.get(Text, ["long"]), /"long" cannot be read: a chunk/);
    const bytes = new Uint8Array(64_000).fill(0x78);
    bytes[9] = 0x79;
    await backend.commit({
      checks: [],
      puts: [{ key: chunk, bytes, expireIn: null }],
      removes: [],
      adds: [],
    });
    await assert.rejects(store.get(Text, ["long"]), /"long" cannot be read: a chunk/);
  });
}

/** Values that are encrypted at rest. */
function encryptionPromises(promise: Promised): void {
  promise(
    "values",
    "an encrypted value shows nothing and opens only in its place",
    async (bench) => {
      const { store, backend } = bench;
      const keys = ring(await dataKey("k1", 1));
      const Secret = encrypted(Text, keys);
      await store.commit([put(Secret, ["secret", "a"], "nobody reads this")]);
      assert.equal((await store.get(Secret, ["secret", "a"]))?.value, "nobody reads this");
      const [raw] = await backend.read([["secret", "a"]]);
      assert(raw !== null && raw !== undefined);
      assert(!new TextDecoder().decode(raw.bytes).includes("nobody"));
      const moved = { key: ["secret", "b"] as const, bytes: raw.bytes, expireIn: null };
      await backend.commit({ checks: [], puts: [moved], removes: [], adds: [] });
      await assert.rejects(store.get(Secret, ["secret", "b"]), /belongs to another key/);
    },
  );

  promise(
    "values",
    "a value opens under a retired data key, and under no wrong one",
    async ({ store }) => {
      const [first, second, wrong] = [
        await dataKey("1", 1),
        await dataKey("2", 2),
        await dataKey("1", 3),
      ];
      await store.commit([put(encrypted(Text, ring(first)), ["secret"], "value")]);
      const rotated = encrypted(Text, ring(second, first));
      assert.equal((await store.get(rotated, ["secret"]))?.value, "value");
      await assert.rejects(store.get(encrypted(Text, ring(wrong)), ["secret"]), /cannot be read/);
      await assert.rejects(
        store.get(encrypted(Text, ring(second)), ["secret"]),
        /1 is not on file/,
      );
      await assert.rejects(store.get(Text, ["secret"]), /cannot be read/);
    },
  );
}

/** Values of the wrong form. */
function schemaPromises(promise: Promised): void {
  promise(
    "values",
    "a value that is not of its schema is a fault that quotes nothing",
    async ({ store }) => {
      await store.commit([put(Text, ["kind"], "Viktor")]);
      await assert.rejects(store.get(z.number(), ["kind"]), (error: Error) => {
        assert.match(error.message, /"kind" cannot be read/);
        return !`${error.message}${error.cause}`.includes("Viktor");
      });
    },
  );

  promise("values", "commit() writes nothing that could not be read back", async ({ store }) => {
    const half = [put(Text, ["good"], "good"), put(Text as z.ZodType<unknown>, ["bad"], 5)];
    await assert.rejects(store.commit(half), /"bad" does not have the form/);
    assert.equal(await store.get(Text, ["good"]), null);
  });
}

/** Values with a lifetime. */
function lifetimePromises(promise: Promised): void {
  promise(
    "expiry by clock",
    "a lifetime ends by the clock, and its value is replaced by its check",
    async (bench) => {
      const { store, clock } = bench;
      const lease = (owner: string) => ({
        owner,
        expiresAt: timestamp(clock.now().add({ seconds: 60 })),
      });
      assert(await store.claimOnce(Lease, ["lease"], lease("one")));
      clock.advance({ milliseconds: 59_999 });
      assert.equal(await store.claimOnce(Lease, ["lease"], lease("two")), false);
      clock.advance({ milliseconds: 1 });
      const found = await store.get(Lease, ["lease"]);
      assert(found !== null && hasPassed(found.value.expiresAt, clock.now()));
      assert.equal(await store.commit(create(Lease, ["lease"], lease("three"))), false);
      const claims = await Promise.all(
        ["a", "b", "c"].map((owner) => store.claimOnce(Lease, ["lease"], lease(owner))),
      );
      assert.equal(claims.filter(Boolean).length, 1);
    },
  );

  promise(
    "expiry by clock",
    "a value that has expired already is there to be replaced",
    async (bench) => {
      const { store, clock } = bench;
      const past = timestamp(clock.now().subtract({ hours: 24 }));
      await store.commit([put(Lease, ["lease"], { owner: "one", expiresAt: past })]);
      const found = await store.get(Lease, ["lease"]);
      assert(found !== null && hasPassed(found.value.expiresAt, clock.now()));
      assert.equal(await store.commit([absent(["lease"])]), false);
      const until = timestamp(clock.now().add({ seconds: 1 }));
      assert(await store.commit([found.check, found.set({ owner: "two", expiresAt: until })]));
    },
  );

  promise("expiry by clock", "a lifetime that is taken away does not end", async (bench) => {
    const { store, clock } = bench;
    const Note = z.object({ text: z.string(), expiresAt: z.string().optional() });
    const until = timestamp(clock.now().add({ seconds: 1 }));
    await store.commit([put(Note, ["note"], { text: "a while", expiresAt: until })]);
    const found = await store.get(Note, ["note"]);
    assert(found !== null && await store.commit([found.check, found.set({ text: "for good" })]));
    clock.advance({ hours: 24 });
    assert.deepEqual((await store.get(Note, ["note"]))?.value, { text: "for good" });
    assert.equal(await store.commit([absent(["note"])]), false);
  });
}

async function chunksLeft({ backend }: Bench): Promise<number> {
  const options = { limit: 100, reverse: false, cursor: null };
  return (await backend.page({ prefix: ["chunk"] }, options)).entries.length;
}

async function dataKey(id: string, fill: number): Promise<DataKey> {
  const bytes = new Uint8Array(32).fill(fill);
  const cryptoKey = await importSecretKey(bytes, {
    algorithm: { name: "AES-GCM", length: 256 },
    usages: ["encrypt", "decrypt"],
  });
  return { id, cryptoKey };
}

function ring(active: DataKey, ...retired: readonly DataKey[]): KeyRing {
  return {
    active,
    byId: new Map([active, ...retired].map((key) => [key.id, key])),
    check: absent(["data_key"]),
    reload: () => Promise.resolve(),
  };
}
