import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { z } from "zod";
import type { Backend, RawRecord } from "../../../kv/store/backend.ts";
import { allRecords, isEmpty } from "../../../kv/copying/all_records.ts";
import { fillFrom } from "../../../kv/copying/fill_from.ts";
import {
  assertComplete,
  incompleteKey,
  isIncomplete,
  markIncomplete,
} from "../../../kv/copying/incomplete.ts";
import { openQuietCheck } from "../../../kv/copying/quiet_check.ts";
import { chunkBytesMax } from "../../../kv/store/chunks.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { encrypted } from "../../../kv/store/encrypted.ts";
import { timestamp } from "../../../kv/store/lifetime.ts";
import { add, put, type Store } from "../../../kv/store/store.ts";
import { fillAuditLog } from "../../support/audit_entries.ts";
import { TEST_SECRET } from "../../support/store.ts";
import { kinds, runtime } from "./places.ts";

const Text = z.string();
const Lease = z.object({ text: z.string(), expiresAt: z.string() });
const LONG = "é".repeat(80_000);
const lasts = { hours: 5 };

/**
 * Writes a value of each form: clear, long, encrypted, with and without a lifetime, and counters.
 */
async function write(store: Store): Promise<void> {
  const keys = await openDataKeys({ store, ...runtime, secrets: { current: TEST_SECRET } });
  const expiresAt = timestamp(runtime.clock.now().add(lasts));
  const Sealed = encrypted(Lease, keys["at-rest"]);
  await store.commit([
    put(Text, ["text", "a\u0000b", -2.5], "short"),
    put(Text, ["long", 1], LONG),
    add(["counter", "😀"], 3),
    add(["counter", "～"], Number.MAX_SAFE_INTEGER),
  ]);
  await store.commit([
    put(Lease, ["lease", "clear"], { text: "short", expiresAt }),
    put(Sealed, ["lease", "sealed"], { text: "short", expiresAt }),
  ]);
  await store.commit([put(Lease, ["lease", "long"], { text: LONG, expiresAt })]);
  await store.commit([put(Sealed, ["lease", "sealed and long"], { text: LONG, expiresAt })]);
  // Its last piece has eight bytes, as a counter has.
  const around = JSON.stringify({ v: 1, value: { text: "", expiresAt } }).length;
  const text = "a".repeat(chunkBytesMax + 8 - around);
  await store.commit([put(Lease, ["lease", "short end"], { text, expiresAt })]);
  await fillAuditLog({ store, ...runtime, dataKeys: keys, entries: 600 });
}

const everything = (backend: Backend) => Array.fromAsync(allRecords(backend, runtime));
const plain = ({ key, bytes, isCounter }: RawRecord) => ({ key, bytes, isCounter });
const noted: string[] = [];
const onRecord = (step: string) => void noted.push(step);

for (const from of kinds) {
  for (const to of kinds) {
    Deno.test(`a copy from ${from.name} to ${to.name} has every record, with its lifetime`, async () => {
      await using source = await from.open();
      await using target = await to.open();
      await write(createStore(source.backend, runtime));
      const read = () => allRecords(source.backend, runtime);
      const filled = await fillFrom(target.backend, { source: read, onRecord }, runtime);
      const [expected, found] = [
        await everything(source.backend),
        await everything(target.backend),
      ];
      assert.deepEqual(filled, { ok: true, value: expected.length });
      assert.deepEqual(found.map(plain), expected.map(plain));
      assert(expected.length > 1_200);
      const until = runtime.clock.now().add(lasts).epochMilliseconds;
      for (const [at, { key, expiresAt }] of found.entries()) {
        const isLease = key[0] === "lease" || key[1] === "lease";
        assert.equal(expiresAt !== null, isLease, JSON.stringify(key));
        // Cleaned up a minute after the lifetime; PostgreSQL rounds up to ten.
        if (expiresAt === null) continue;
        assert(expiresAt > until - 60_000 && expiresAt < until + 25 * 60_000);
        assert(Math.abs(expiresAt - expected[at]!.expiresAt!) < 25 * 60_000);
      }
      const store = createStore(target.backend, runtime);
      assert.equal((await store.get(Text, ["long", 1]))?.value, LONG);
      assert.equal(await store.count(["counter", "～"]), Number.MAX_SAFE_INTEGER);
      await assertComplete(target.backend, runtime);
    });
  }
}

for (const kind of kinds) {
  Deno.test(`a store in ${kind.name} that is not empty is left as it is`, async () => {
    await using source = await kind.open();
    await using target = await kind.open();
    await write(createStore(source.backend, runtime));
    await createStore(target.backend, runtime).commit([put(Text, ["text"], "here")]);
    const before = await everything(target.backend);
    const read = () => allRecords(source.backend, runtime);
    assert.deepEqual(await fillFrom(target.backend, { source: read, onRecord }, runtime), {
      ok: false,
      refusal: { code: "not_empty" },
    });
    assert.deepEqual(await everything(target.backend), before);
  });

  Deno.test(`a copy into ${kind.name} that breaks off cannot be used until it is made again`, async () => {
    await using source = await kind.open();
    await using target = await kind.open();
    await write(createStore(source.backend, runtime));
    const breakingOff = async function* () {
      let read = 0;
      for await (const record of allRecords(source.backend, runtime)) {
        if (++read === 1_000) throw new Error("broken off");
        yield record;
      }
    };
    const filling = fillFrom(target.backend, { source: breakingOff, onRecord }, runtime);
    await assert.rejects(filling, /broken off/);
    assert(await isIncomplete(target.backend, runtime));
    await assert.rejects(assertComplete(target.backend, runtime), /in part only/);
    // What the second try does not bring must be gone.
    await target.backend.commit({
      checks: [],
      puts: [
        { key: ["left"], bytes: new Uint8Array(9), expireIn: null },
        { key: ["chunk", "left alone", 1], bytes: new Uint8Array(9), expireIn: null },
      ],
      removes: [],
      adds: [{ key: ["counter", "～"], amount: 5n }],
    });
    const read = () => allRecords(source.backend, runtime);
    assert.equal((await fillFrom(target.backend, { source: read, onRecord }, runtime)).ok, true);
    assert.deepEqual(
      (await everything(target.backend)).map(plain),
      (await everything(source.backend)).map(plain),
    );
    assert(!await isIncomplete(target.backend, runtime));
  });

  Deno.test(`a copy from ${kind.name} notices who writes into the source meanwhile`, async () => {
    await using source = await kind.open();
    await using target = await kind.open();
    const store = createStore(source.backend, runtime);
    await write(store);
    let writing: Promise<unknown> | null = null;
    const filled = await fillFrom(target.backend, {
      source: () => allRecords(source.backend, runtime),
      onRecord: (step) => {
        if (step === "writing") writing ??= store.commit([add(["counter", "😀"], 1)]);
      },
    }, runtime);
    await writing;
    // A page that was read after the write has it in both readings: then the copy is right.
    if (filled.ok) {
      assert.equal(await createStore(target.backend, runtime).count(["counter", "😀"]), 4);
    } else assert.deepEqual(filled.refusal, { code: "changed", kind: "counter" });
    assert.equal(await isIncomplete(target.backend, runtime), !filled.ok);
  });

  Deno.test(`two who fill one empty store in ${kind.name}: one of them does`, async () => {
    await using target = await kind.open();
    assert(await isEmpty(target.backend, runtime));
    const marked = await Promise.all(
      [1, 2, 3].map(() => markIncomplete(target.backend, null, runtime)),
    );
    assert.equal(marked.filter((mark) => mark !== null).length, 1);
    assert.deepEqual((await everything(target.backend)).map(({ key }) => key), [incompleteKey]);
  });

  Deno.test(`who fills ${kind.name} again goes on alone`, async () => {
    await using source = await kind.open();
    await using target = await kind.open();
    await write(createStore(source.backend, runtime));
    const read = () => allRecords(source.backend, runtime);
    const again: ReturnType<typeof fillFrom>[] = [];
    const disturbed = async function* () {
      let count = 0;
      for await (const record of read()) {
        // By now some of it is written.
        if (++count === 1_100) {
          again.push(fillFrom(target.backend, { source: read, onRecord }, runtime));
          await again[0];
        }
        yield record;
      }
    };
    const first = fillFrom(target.backend, { source: disturbed, onRecord }, runtime);
    await assert.rejects(first, /Another restore or copy has begun/);
    assert.equal((await again[0])?.ok, true);
    assert.deepEqual(
      (await everything(target.backend)).map(plain),
      (await everything(source.backend)).map(plain),
    );
    await assertComplete(target.backend, runtime);
  });

  Deno.test(`a backup of ${kind.name} is of one moment, or says that it is not`, async () => {
    await using source = await kind.open();
    const store = createStore(source.backend, runtime);
    await write(store);
    const still = openQuietCheck(source.backend, runtime);
    await Array.fromAsync(still.records);
    assert.equal(await still.isUnchanged(), true);
    const hasSnapshots = source.backend.snapshot !== undefined;
    const disturbed = openQuietCheck(source.backend, runtime);
    const pairs = new Map<string, Uint8Array>();
    let round = 0;
    await store.commit([put(Text, ["a"], "0"), put(Text, ["z"], "0")]);
    for await (const { key, bytes } of disturbed.records) {
      if (key.length === 1) pairs.set(key[0], bytes);
      // Equal bytes, too, are another version.
      if (++round % 100 === 0) {
        await store.commit([put(Text, ["a"], `${round}`), put(Text, ["z"], `${round}`)]);
      }
    }
    assert.equal(await disturbed.isUnchanged(), hasSnapshots);
    if (hasSnapshots) assert.deepEqual(pairs.get("a"), pairs.get("z"));
  });
}
