import assert from "node:assert/strict";
import { z } from "zod";
import { type BadEntry, hashOf } from "../../../core/audit/chain.ts";
import { ChainHead, LinkedEntry } from "../../../core/audit/entry.ts";
import type { AuditEvent } from "../../../core/audit/event.ts";
import { entryKey, headKey } from "../../../kv/audit/audit_records.ts";
import { verifyStoredChain } from "../../../kv/audit/audit_verification.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { type Backend } from "../../../kv/store/backend.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { put, type Store } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause, TEST_SECRET } from "../../support/store.ts";

const EVENT: AuditEvent = {
  kind: "SCREENING_REVIEWED",
  clientId: "acme",
  decisionId: "decision",
  reviewId: "review",
  decision: "escalated",
};

const silent = { debug() {}, info() {}, warn() {}, error() {} };

interface Bench {
  readonly store: Store;
  readonly backend: Backend;
  readonly add: (count: number) => Promise<void>;
  readonly drain: () => Promise<number>;
}

async function withChain(count: number, run: (bench: Bench) => Promise<void>): Promise<void> {
  const backend = await openDenoKv({ kind: "memory" });
  try {
    const tools = { clock: fixedClock(), random: seededRandom(), pause: noPause };
    const store = createStore(backend, tools);
    const dataKeys = await openDataKeys({ ...tools, store, secrets: { current: TEST_SECRET } });
    const audit = openAuditLog({ ...tools, store, dataKeys, log: silent });
    const units = openUnits(store);
    const add = async (more: number) => {
      const unit = units.begin();
      for (let n = 0; n < more; n++) audit.record(unit, EVENT);
      await units.commit(unit);
    };
    await add(count);
    await audit.drain();
    await run({ store, backend, add, drain: audit.drain });
  } finally {
    backend.close();
  }
}

async function entryAt(store: Store, seq: number): Promise<LinkedEntry> {
  const found = await store.get(LinkedEntry, entryKey(seq));
  assert(found !== null);
  return found.value;
}

async function setEntry(store: Store, seq: number, value: unknown): Promise<void> {
  await store.commit([put(z.unknown(), entryKey(seq), value)]);
}

async function remove({ backend }: Bench, seq: number): Promise<void> {
  await backend.commit({ checks: [], puts: [], removes: [entryKey(seq)], adds: [] });
}

Deno.test("verifyStoredChain() returns the head and what waits", async () => {
  await withChain(250, async ({ store, add }) => {
    await add(3);
    const verified = await verifyStoredChain(store);
    assert(verified.ok);
    assert.deepEqual(verified.value, {
      head: (await store.get(ChainHead, headKey))?.value,
      pending: 3,
    });
  });
  await withChain(0, async ({ store }) => {
    const verified = await verifyStoredChain(store);
    assert(verified.ok && verified.value.head.seq === 0);
  });
});

Deno.test("verifyStoredChain() holds while the chain grows", async () => {
  await withChain(20, async ({ store, add, drain }) => {
    let pages = 0;
    const growing: Store = {
      ...store,
      list: (stored, range, options) => {
        const listed = store.list(stored, range, options);
        return (async function* () {
          if (pages++ < 3) {
            await add(5);
            await drain();
          }
          yield* listed;
        })();
      },
    };
    const verified = await verifyStoredChain(growing);
    assert(verified.ok && verified.value.head.seq === 35, JSON.stringify(verified));
  });
});

Deno.test("verifyStoredChain() names the first entry that is not what was written", async (t) => {
  const cases: readonly {
    readonly why: string;
    readonly tamper: (bench: Bench) => Promise<void>;
    readonly expected: BadEntry;
  }[] = [
    {
      why: "a changed byte",
      tamper: async ({ store }) => {
        const { entry, hash } = await entryAt(store, 4);
        await setEntry(store, 4, { entry: { ...entry, at: "2026-03-02T09:00:00.001Z" }, hash });
      },
      expected: { code: "hash_mismatch", seq: 4 },
    },
    {
      why: "a changed and hashed entry",
      tamper: async ({ store }) => {
        const { entry } = await entryAt(store, 4);
        const changed = { ...entry, at: "2026-03-02T09:00:00.001Z" };
        await setEntry(store, 4, { entry: changed, hash: hashOf(changed) });
      },
      expected: { code: "prev_mismatch", seq: 5 },
    },
    {
      why: "bytes that are no JSON",
      tamper: async ({ backend }) => {
        const bytes = new TextEncoder().encode(`{"v":1,"value":{"entry"`);
        const puts = [{ key: entryKey(7), bytes, expireIn: null }];
        await backend.commit({ checks: [], puts, removes: [], adds: [] });
      },
      expected: { code: "schema", seq: 7 },
    },
    {
      why: "a dropped last entry",
      tamper: (bench) => remove(bench, 10),
      expected: { code: "head_mismatch", seq: 10 },
    },
    {
      why: "a dropped entry in the middle",
      tamper: (bench) => remove(bench, 5),
      expected: { code: "gap", seq: 5 },
    },
    {
      why: "two entries swapped",
      tamper: async ({ store }) => {
        const [two, three] = [await entryAt(store, 2), await entryAt(store, 3)];
        await setEntry(store, 2, three);
        await setEntry(store, 3, two);
      },
      expected: { code: "gap", seq: 2 },
    },
    {
      why: "an entry before the first",
      tamper: async ({ store }) => setEntry(store, 0, await entryAt(store, 1)),
      expected: { code: "gap", seq: 1 },
    },
    {
      why: "an entry past the head",
      tamper: async ({ store }) => {
        const last = await entryAt(store, 10);
        const entry = { ...last.entry, seq: 11, prev: last.hash };
        await setEntry(store, 11, { entry, hash: hashOf(entry) });
      },
      expected: { code: "head_mismatch", seq: 11 },
    },
    {
      why: "a head that was set back",
      tamper: async ({ store }) => {
        const { hash } = await entryAt(store, 9);
        await store.commit([put(ChainHead, headKey, { seq: 9, hash })]);
      },
      expected: { code: "head_mismatch", seq: 10 },
    },
    {
      why: "a removed head",
      tamper: async ({ backend }) => {
        await backend.commit({ checks: [], puts: [], removes: [headKey], adds: [] });
      },
      expected: { code: "head_mismatch", seq: 1 },
    },
    {
      why: "a head that cannot be read",
      tamper: async ({ store }) => {
        await store.commit([put(z.unknown(), headKey, "x")]);
      },
      expected: { code: "head_mismatch", seq: 1 },
    },
  ];
  for (const { why, tamper, expected } of cases) {
    await t.step(why, () =>
      withChain(10, async (bench) => {
        await tamper(bench);
        assert.deepEqual(await verifyStoredChain(bench.store), { ok: false, refusal: expected });
      }));
  }
});
