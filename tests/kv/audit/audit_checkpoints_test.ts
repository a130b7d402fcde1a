import assert from "node:assert/strict";
import { z } from "zod";
import { hashOf, link } from "../../../core/audit/chain.ts";
import { openCheckpoint } from "../../../core/audit/checkpoint.ts";
import { ChainHead, EMPTY_CHAIN, LinkedEntry } from "../../../core/audit/entry.ts";
import { growTree, hashLeaf, verifyInclusion } from "../../../standards/tlog/merkle.ts";
import { verifyStoredAudit } from "../../../kv/audit/audit_checkpoint_verification.ts";
import { readOrigin, verifierKeysOf } from "../../../kv/audit/audit_checkpoint_reading.ts";
import {
  type AuditCheckpoints,
  makeDueCheckpoint,
  openAuditCheckpoints,
} from "../../../kv/audit/audit_checkpoints.ts";
import { openAuditSealing } from "../../../kv/audit/audit_sealing.ts";
import { coveredEntries } from "../../../kv/audit/audit_export.ts";
import {
  auditOfClient,
  auditOutbox,
  checkpointKey,
  checkpointPrefix,
  clientPrefix,
  entryKey,
  headKey,
  lastCheckpointKey,
  Outgoing,
  Position,
  StoredCheckpoint,
  tileKey,
  treeKey,
  TreeState,
} from "../../../kv/audit/audit_records.ts";
import { growStoredTree } from "../../../kv/audit/audit_tree.ts";
import { moveToChain } from "../../../kv/audit/audit_sequencer.ts";
import { sealKey } from "../../../kv/keys/audit_seal.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import type { Key } from "../../../kv/store/key.ts";
import { rotateDataKey } from "../../../kv/keys/key_rotation.ts";
import { type Operation, put, type Store } from "../../../kv/store/store.ts";
import { noPause, type StoreInMemory, storeInMemory, TEST_SECRET } from "../../support/store.ts";

interface Bench {
  readonly service: StoreInMemory;
  readonly store: Store;
  readonly checkpoints: AuditCheckpoints;
  /** Adds this many entries to the chain. */
  grow(count: number): Promise<void>;
  verify(kept?: string): ReturnType<typeof verifyStoredAudit>;
}

async function withChain(run: (bench: Bench) => Promise<void>): Promise<void> {
  await using service = await storeInMemory();
  const { store } = service;
  const signing = service.dataKeys["audit-signing"];
  const checkpoints = openAuditCheckpoints({ ...service, signing, pause: noPause });
  await run({
    service,
    store,
    checkpoints,
    grow: (count) => grow(service, count),
    verify: async (kept) =>
      await verifyStoredAudit({
        store,
        clock: service.clock,
        verifierKeys: verifierKeysOf(await readOrigin(store), signing),
        sealing: sealingOf(service),
        ...(kept === undefined ? {} : { kept: [kept] }),
      }),
  });
}

const sealingOf = ({ dataKeys: keys, clock }: Pick<StoreInMemory, "dataKeys" | "clock">) =>
  openAuditSealing({ keys, clock });

async function grow(service: StoreInMemory, count: number): Promise<void> {
  const { store, clock } = service;
  const sealing = sealingOf(service);
  let head = (await store.get(ChainHead, headKey))?.value ?? EMPTY_CHAIN;
  for (let left = count; left > 0; left -= 300) {
    const operations: Operation[] = [];
    for (let n = 0; n < Math.min(left, 300); n++) {
      const event = { kind: "TEST", clientId: head.seq % 2 === 0 ? "acme" : "Am\u00e9lie" };
      const at = clock.now().toString({ smallestUnit: "millisecond" });
      const linked = link(head, { id: `${head.seq}`, at, event });
      head = { seq: linked.entry.seq, hash: linked.hash };
      operations.push(
        put(LinkedEntry, entryKey(head.seq), linked),
        put(Position, [...clientPrefix(event.clientId), head.seq], { seq: head.seq }),
      );
    }
    const sealed = await sealing.read(store);
    assert(sealed.ok);
    const seal = sealing.advance(sealed.value, { head }).operations;
    await store.commit([...operations, put(ChainHead, headKey, head), ...seal]);
  }
}

async function made({ checkpoints }: Bench) {
  const checkpoint = await checkpoints.make();
  assert(checkpoint.ok && checkpoint.value !== null, JSON.stringify(checkpoint));
  return checkpoint.value;
}

async function sizesOf(store: Store): Promise<readonly unknown[]> {
  const stored = store.list(StoredCheckpoint, { prefix: checkpointPrefix });
  return await Array.fromAsync(stored, ({ key }) => key.at(-1));
}

Deno.test("make() signs the root over all entries, at every size, and proofs lead to it", async () => {
  await withChain(async (bench) => {
    const tree = growTree();
    let seq = 0;
    for (const more of [1, 1, 253, 1, 1, 255, 513, 1_300]) {
      await bench.grow(more);
      const { head, root } = await made(bench);
      for (; seq < head.seq; seq++) {
        const entry = await bench.store.get(LinkedEntry, entryKey(seq + 1));
        tree.add(hashLeaf(Uint8Array.fromHex(entry!.value.hash)));
      }
      assert.equal(root.toHex(), tree.root().toHex());
      let proven = 0;
      for await (const { seq, hash, proof } of coveredEntries(bench.store, head.seq)) {
        const leaf = hashLeaf(Uint8Array.fromHex(hash!));
        const path = proof!.map((sibling) => Uint8Array.fromBase64(sibling));
        assert(verifyInclusion({ leaf, index: seq! - 1, size: head.seq, root }, path));
        proven++;
      }
      assert.equal(proven, head.seq);
    }
    const verified = await bench.verify();
    assert(verified.ok, JSON.stringify(verified));
    assert.deepEqual([verified.value.checkpoints, verified.value.signed], [8, 2_325]);
  });
});

Deno.test("a checkpoint and a proof read a handful of values, however long the chain", async () => {
  await withChain(async (bench) => {
    await bench.grow(3_000);
    await made(bench);
    await bench.grow(1);
    let reads = 0;
    const counting: Store = {
      ...bench.store,
      get: (stored, key) => {
        reads++;
        return bench.store.get(stored, key);
      },
    };
    const { service } = bench;
    const signing = service.dataKeys["audit-signing"];
    const checkpoints = openAuditCheckpoints({
      ...service,
      store: counting,
      signing,
      pause: noPause,
    });
    assert((await checkpoints.make()).ok);
    // State and head, the last checkpoint, and two levels of tiles for growing and for each root.
    assert(reads <= 20, `${reads}`);
  });
});

Deno.test("make() gives the same checkpoint until the chain grows, and null before it begins", async () => {
  await withChain(async (bench) => {
    assert.deepEqual(await bench.checkpoints.make(), { ok: true, value: null });
    await bench.grow(3);
    const first = await made(bench);
    assert.deepEqual(await made(bench), first);
    assert.deepEqual(await bench.checkpoints.latest(), { ok: true, value: first });
    assert.deepEqual(await sizesOf(bench.store), [3]);
  });
});

Deno.test("makeWhenDue() signs at least every ten minutes of activity, and not in quiet ones", async () => {
  await withChain(async ({ service, store, checkpoints, grow }) => {
    const minutes: number[] = [];
    for (let minute = 0; minute < 60; minute++) {
      if (minute < 30 || minute === 50) await grow(1);
      const before = (await sizesOf(store)).length;
      const kept = await checkpoints.makeWhenDue(10);
      assert(kept.ok);
      if ((await sizesOf(store)).length > before) minutes.push(minute);
      service.clock.advance({ minutes: 1 });
    }
    assert.deepEqual(minutes, [0, 9, 18, 27, 36, 50]);
  });
});

Deno.test("what was tampered with is not signed over, and housekeeping logs it", async () => {
  await withChain(async (bench) => {
    const { store, checkpoints } = bench;
    await bench.grow(5);
    await made(bench);
    await bench.grow(5);
    const seven = await store.get(LinkedEntry, entryKey(7));
    await store.commit([put(z.unknown(), entryKey(7), { ...seven!.value, hash: "0".repeat(64) })]);
    assert.deepEqual(await checkpoints.make(), {
      ok: false,
      refusal: { code: "hash_mismatch", seq: 7 },
    });
    const errors: unknown[] = [];
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (event: string, _cause: unknown, members?: object) =>
        void errors.push({ event, ...members }),
    };
    bench.service.clock.advance({ minutes: 10 });
    await makeDueCheckpoint({ checkpoints, log, everyMinutes: 10 });
    assert.deepEqual(errors, [{
      event: "audit_chain_broken",
      code: "hash_mismatch",
      seq: 7,
      action: "Keep the store as it is and run: deno task admin audit verify",
      runbook: "docs/runbooks.md#avalauditchainbroken-page",
    }]);
    assert.deepEqual(await sizesOf(store), [5]);
  });
});

Deno.test("a checkpoint by a key that another process has made since is not taken for a forged one", async () => {
  await withChain(async (bench) => {
    const { service, checkpoints, grow, store } = bench;
    await grow(3);
    const first = await made(bench);
    const secrets = { current: TEST_SECRET };
    assert((await rotateDataKey({ ...service, secrets }, "audit-signing")).ok);
    await grow(3);
    const { "audit-signing": signing } = await openDataKeys({ ...service, secrets });
    const other = await openAuditCheckpoints({ ...service, signing, pause: noPause }).make();
    assert(other.ok && other.value !== null);
    assert.notEqual(other.value.verifierKey, first.verifierKey);
    assert.deepEqual(await checkpoints.latest(), other);
    assert.deepEqual(await checkpoints.make(), other);
    await grow(3);
    assert.equal((await made(bench)).verifierKey, other.value.verifierKey);
    assert((await bench.verify()).ok);
    const { note } = other.value;
    const found = await store.get(StoredCheckpoint, checkpointKey(9));
    await store.commit([found!.set({ ...found!.value, note })]);
    assert.deepEqual(await checkpoints.latest(), {
      ok: false,
      refusal: { code: "checkpoint_schema", seq: 9 },
    });
  });
});

Deno.test("several that make checkpoints at once sign each size once, of growing sizes", async () => {
  await withChain(async (bench) => {
    const { service } = bench;
    const signing = service.dataKeys["audit-signing"];
    const rivals = Array.from(
      { length: 6 },
      () => openAuditCheckpoints({ ...service, signing, pause: noPause }),
    );
    for (let round = 0; round < 5; round++) {
      await bench.grow(40);
      const results = await Promise.all(rivals.map((rival) => rival.make()));
      const notes = results.map((result) => result.ok ? result.value?.note : result.refusal.code);
      assert.equal(new Set(notes).size, 1, JSON.stringify(notes));
    }
    assert.deepEqual(await sizesOf(bench.store), [40, 80, 120, 160, 200]);
    assert((await bench.verify()).ok);
  });
});

Deno.test("verifyStoredAudit() catches every tampering with chain, tree and checkpoints", async (t) => {
  const entry = async (store: Store, seq: number) =>
    (await store.get(LinkedEntry, entryKey(seq)))!.value;
  const set = (store: Store, key: Key, value: unknown) =>
    store.commit([put(z.unknown(), key, value)]);
  const remove = (store: Store, ...keys: readonly Key[]) =>
    store.commit(keys.map((key) => ({ kind: "remove", key, chunks: 0 })));
  /** Rewrites the chain from a position on with correct links, as the store's owner could. */
  const forge = async (store: Store, from: number, to: number) => {
    const before = await entry(store, from - 1);
    let head = { seq: from - 1, hash: before.hash };
    for (let seq = from; seq <= to; seq++) {
      const { entry: { id, at, event } } = await entry(store, seq);
      const linked = link(head, { id: `${id}'`, at, event });
      await set(store, entryKey(seq), linked);
      head = { seq, hash: linked.hash };
    }
    await set(store, headKey, head);
  };
  const setBack = async (store: Store, to: number, gone: readonly number[]) => {
    await remove(store, ...gone.map(entryKey));
    await set(store, headKey, { seq: to, hash: (await entry(store, to)).hash });
  };
  const waiting: Outgoing = {
    id: "a".repeat(32),
    at: "2026-03-02T09:00:00.000Z",
    event: { kind: "GDPR_ERASED", clientId: "acme", service: "screening", idempotencyRecords: 1 },
  };
  const waitingKey = (count: number, at = waiting.at) =>
    auditOutbox.key(Temporal.Instant.from(at).epochMilliseconds, count, waiting.id);
  const cases: readonly {
    readonly why: string;
    readonly tamper: (store: Store) => Promise<unknown>;
    readonly expected: string;
  }[] = [
    {
      why: "a changed byte",
      tamper: async (store) => {
        const { entry: four, hash } = await entry(store, 4);
        await set(store, entryKey(4), { entry: { ...four, id: "x" }, hash });
      },
      expected: "hash_mismatch 4",
    },
    {
      why: "an equal looking text of other bytes",
      tamper: async (store) => {
        const { entry: four, hash } = await entry(store, 4);
        const event = { ...four.event, clientId: "Am\u00e9lie".normalize("NFD") };
        assert.equal(four.event.clientId, "Am\u00e9lie");
        await set(store, entryKey(4), { entry: { ...four, event }, hash });
      },
      expected: "hash_mismatch 4",
    },
    {
      why: "a changed and hashed entry",
      tamper: async (store) => {
        const changed = { ...(await entry(store, 4)).entry, id: "x" };
        await set(store, entryKey(4), { entry: changed, hash: hashOf(changed) });
      },
      expected: "prev_mismatch 5",
    },
    {
      why: "a chain forged to its end",
      tamper: (store) => forge(store, 4, 12),
      expected: "checkpoint_mismatch 6",
    },
    {
      why: "a chain forged to its end, and the tree with it",
      tamper: async (store) => {
        await forge(store, 4, 12);
        await remove(store, ["audit_tree"], tileKey(0, 0));
      },
      expected: "checkpoint_signature 6",
    },
    {
      why: "a dropped last entry",
      tamper: (store) => remove(store, entryKey(12)),
      expected: "head_mismatch 12",
    },
    {
      why: "dropped entries and the head set back, with a checkpoint of them",
      tamper: (store) => setBack(store, 8, [9, 10, 11, 12]),
      expected: "checkpoint_beyond_end 10",
    },
    {
      why: "two swapped",
      tamper: async (store) => {
        const [two, three] = [await entry(store, 2), await entry(store, 3)];
        await set(store, entryKey(2), three);
        await set(store, entryKey(3), two);
      },
      expected: "gap 2",
    },
    {
      why: "one put in",
      tamper: async (store) => set(store, entryKey(4), await entry(store, 3)),
      expected: "gap 4",
    },
    {
      why: "a changed checkpoint",
      tamper: async (store) => {
        const six = (await store.get(StoredCheckpoint, checkpointKey(6)))!.value;
        await set(store, checkpointKey(6), { ...six, note: six.note.replace("\n6\n", "\n5\n") });
      },
      expected: "checkpoint_signature 6",
    },
    {
      why: "an old checkpoint in the place of a new one",
      tamper: async (store) =>
        set(store, checkpointKey(10), (await store.get(z.unknown(), checkpointKey(6)))!.value),
      expected: "checkpoint_schema 10",
    },
    {
      why: "a checkpoint that is gone",
      tamper: (store) => remove(store, checkpointKey(10)),
      expected: "checkpoint_missing 10",
    },
    {
      why: "a checkpoint that is no value",
      tamper: (store) => set(store, checkpointKey(6), 1),
      expected: "checkpoint_schema 1",
    },
    {
      why: "a changed tile",
      tamper: async (store) => {
        const { hashes } =
          (await store.get(z.object({ hashes: z.string() }), tileKey(0, 0)))!.value;
        await set(store, tileKey(0, 0), { hashes: `A${hashes.slice(1)}` });
      },
      expected: "tree_mismatch 10",
    },
    {
      why: "a tree past the end",
      tamper: async (store) => {
        await setBack(store, 8, [9, 10, 11, 12]);
        await remove(store, checkpointKey(10));
        await set(store, lastCheckpointKey, { seq: 6 });
      },
      expected: "head_unsealed 8",
    },
    {
      why: "a changed tree head",
      tamper: async (store) => {
        const state = (await store.get(TreeState, treeKey))!.value;
        await set(store, treeKey, { ...state, head: { ...state.head, hash: "0".repeat(64) } });
      },
      expected: "tree_mismatch 10",
    },
    {
      why: "a tree that was set back behind a checkpoint",
      tamper: async (store) => {
        const state = (await store.get(TreeState, treeKey))!.value;
        await set(store, treeKey, {
          ...state,
          head: { seq: 6, hash: (await entry(store, 6)).hash },
        });
      },
      expected: "tree_mismatch 7",
    },
    {
      why: "a tile that is no part of the tree",
      tamper: async (store) => {
        await set(store, tileKey(0, 1), (await store.get(z.unknown(), tileKey(0, 0)))!.value);
      },
      expected: "tree_mismatch 257",
    },
    {
      why: "a checkpoint in the middle that is gone",
      tamper: (store) => remove(store, checkpointKey(6)),
      expected: "checkpoint_missing 6",
    },
    {
      why: "the last checkpoint and its name set back",
      tamper: async (store) => {
        await set(store, lastCheckpointKey, { seq: 6 });
      },
      expected: "checkpoint_not_last 10",
    },
    {
      why: "all checkpoints gone",
      tamper: (store) => remove(store, checkpointKey(6), checkpointKey(10), lastCheckpointKey),
      expected: "checkpoint_missing 10",
    },
    {
      why: "a client's position that is gone",
      tamper: (store) => remove(store, [...clientPrefix("acme"), 5]),
      expected: "index_missing 5",
    },
    {
      why: "a position that was moved to another client",
      tamper: async (store) => {
        await remove(store, [...clientPrefix("acme"), 5]);
        await set(store, [...clientPrefix("globex"), 5], { seq: 5 });
      },
      expected: "index_foreign 5",
    },
    {
      why: "a position that names another entry",
      tamper: (store) => set(store, [...clientPrefix("acme"), 5], { seq: 7 }),
      expected: "index_schema 5",
    },
    {
      why: "a position past the end",
      tamper: (store) => set(store, [...clientPrefix("acme"), 99], { seq: 99 }),
      expected: "index_foreign 99",
    },
    ...[
      { why: "no event", value: { event: "x" }, expected: "outbox_schema 1" },
      {
        why: "another shape than its kind's",
        value: { event: { kind: "SCREENING_REVIEWED", clientId: "acme" } },
        expected: "outbox_schema 1",
      },
      { why: "an id that is none", value: { id: "x" }, expected: "outbox_schema 1" },
      { why: "another id than its key", value: { id: "b".repeat(32) }, expected: "outbox_key 1" },
      {
        why: "another time than its key",
        value: { at: "2026-03-02T08:00:00.000Z" },
        expected: "outbox_key 1",
      },
    ].map(({ why, value, expected }) => ({
      why: `a forged event that waits: ${why}`,
      tamper: (store: Store) => set(store, waitingKey(0), { ...waiting, ...value }),
      expected,
    })),
    {
      why: "a forged event that waits: of the future",
      tamper: (store) => {
        const at = "2126-03-02T09:00:00.000Z";
        return set(store, waitingKey(0, at), { ...waiting, at });
      },
      expected: "outbox_from_future 1",
    },
    {
      why: "a forged event that waits: twice",
      tamper: async (store) => {
        await set(store, waitingKey(0), waiting);
        await set(store, waitingKey(7), waiting);
      },
      expected: "outbox_unsealed 1",
    },
  ];
  for (const { why, tamper, expected } of cases) {
    await t.step(why, () =>
      withChain(async (bench) => {
        await bench.grow(6);
        await made(bench);
        await bench.grow(4);
        await made(bench);
        await bench.grow(2);
        assert((await bench.verify()).ok);
        await tamper(bench.store);
        const verified = await bench.verify();
        assert(!verified.ok, "it was not noticed");
        assert.equal(`${verified.refusal.code} ${verified.refusal.seq}`, expected);
      }));
  }
});

Deno.test("verifyStoredAudit() finds an event that waits and stands on the chain already", async () => {
  await withChain(async ({ service, store, grow, verify }) => {
    await grow(2);
    const at = "2026-03-02T09:00:00.000Z";
    const id = "c".repeat(32);
    const key = auditOutbox.key(Temporal.Instant.from(at).epochMilliseconds, 0, id);
    const event = { kind: "OF_A_NEWER_VERSION", clientId: "acme" };
    const sealed = sealingOf(service).sealEvent(key, { id, at, event });
    await store.commit([put(Outgoing, key, sealed)]);
    const waits = await verify();
    assert(waits.ok && waits.value.pending === 1, JSON.stringify(waits));
    await moveToChain(store, { ...service, sealing: sealingOf(service), pause: noPause });
    assert((await verify()).ok);
    await store.commit([put(Outgoing, key, sealed)]);
    assert.deepEqual(await verify(), {
      ok: false,
      refusal: { code: "outbox_on_chain", seq: 1 },
    });
  });
});

Deno.test("verifyStoredAudit() takes a tree that has grown before its first checkpoint", async () => {
  await withChain(async (bench) => {
    const { service, store } = bench;
    await bench.grow(5);
    assert((await growStoredTree(store, { ...service, pause: noPause })).ok);
    assert((await bench.verify()).ok);
    await made(bench);
    assert((await bench.verify()).ok);
  });
});

Deno.test("a store that was set back whole is caught by a checkpoint kept outside", async () => {
  await withChain(async (bench) => {
    const { store } = bench;
    await bench.grow(6);
    const older = await made(bench);
    const keys = [["audit_tree"], tileKey(0, 0), headKey, lastCheckpointKey, sealKey] as const;
    const before = await Promise.all(keys.map(async (key) => await store.get(z.unknown(), key)));
    await bench.grow(4);
    const { note } = await made(bench);
    assert((await bench.verify(note)).ok && (await bench.verify(older.note)).ok);
    await store.commit([
      ...before.map((found) => put(z.unknown(), found!.key, found!.value)),
      ...[7, 8, 9, 10].flatMap((seq): Key[] => [
        entryKey(seq),
        auditOfClient.key(seq % 2 === 1 ? "acme" : "Am\u00e9lie", seq),
      ]).concat([checkpointKey(10)])
        .map((key) => ({ kind: "remove", key, chunks: 0 }) as const),
    ]);
    assert((await bench.verify()).ok, "the store alone does not show it");
    assert.deepEqual(await bench.verify(note), {
      ok: false,
      refusal: { code: "checkpoint_beyond_end", seq: 10 },
    });
    await bench.grow(5);
    const forked = await bench.verify(note);
    assert(forked.ok, "the same entries again are the same log");
    const other = await openCheckpoint(note.replace("\n10\n", "\n9\n"), [older.verifierKey]);
    assert(!other.ok);
  });
});
