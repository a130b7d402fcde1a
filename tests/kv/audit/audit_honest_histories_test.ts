import assert from "node:assert/strict";
import { link } from "../../../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN, LinkedEntry } from "../../../core/audit/entry.ts";
import { AuditEvent } from "../../../core/audit/event.ts";
import { openCheckpoint } from "../../../core/audit/checkpoint.ts";
import { verifyStoredAudit } from "../../../kv/audit/audit_checkpoint_verification.ts";
import { readOrigin, verifierKeysOf } from "../../../kv/audit/audit_checkpoint_reading.ts";
import { openAuditCheckpoints } from "../../../kv/audit/audit_checkpoints.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import {
  auditOutbox,
  checkpointKey,
  checkpointPrefix,
  entryPrefix,
  headKey,
  lastCheckpointKey,
  Outgoing,
  StoredCheckpoint,
} from "../../../kv/audit/audit_records.ts";
import { openAuditSealing } from "../../../kv/audit/audit_sealing.ts";
import { linkedPuts, moveToChain } from "../../../kv/audit/audit_sequencer.ts";
import { AuditSeal, sealKey } from "../../../kv/keys/audit_seal.ts";
import { type DataKeys, openDataKeys } from "../../../kv/keys/data_keys.ts";
import { rotateDataKey } from "../../../kv/keys/key_rotation.ts";
import { makeDataKey, ringKey, StoredRing } from "../../../kv/keys/stored_ring.ts";
import { deriveWrappingKeys } from "../../../kv/keys/wrapped_key.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { create, put, type Store } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type FixedClock, fixedClock } from "../../support/clock.ts";
import { remove, removeCheckpoints, set, valueAt } from "../../support/forged_audit.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause, TEST_SECRET } from "../../support/store.ts";
import { locationOf } from "../../support/store_location.ts";

const silent = { debug() {}, info() {}, warn() {}, error: assert.fail };
const secrets = { current: TEST_SECRET };

/** A server over a store. */
interface Server {
  record(count: number): Promise<void>;
  /** Moves waiting events. @returns why some remain */
  move(): Promise<string | null>;
  /** Makes a checkpoint. @returns its size, or why there is none */
  sign(accepts?: string): Promise<number | string>;
}

/** A store, and an auditor's verdict on it. */
interface Bench extends AsyncDisposable {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly keys: DataKeys;
  serve(): Server;
  /** Records as a server of the previous version: without seals, moving only the head. */
  olderServer(count: number): Promise<void>;
  /** Signs as a server of the previous version. */
  olderSign(): Promise<void>;
  /** The verdict: what is unproved, or the code of the fault. */
  verdict(): Promise<string>;
  gaps(): Promise<readonly string[]>;
}

/** Opens a new store, or one that the previous version made. */
async function bench(madeBy: "this version" | "the version before"): Promise<Bench> {
  const clock = fixedClock();
  const random = seededRandom();
  const tools = { clock, random, pause: noPause };
  const store = await openStore({ location: locationOf(":memory:"), ...tools });
  if (madeBy === "the version before") {
    const wrapping = await deriveWrappingKeys(secrets);
    const made = await makeDataKey(wrapping.current, { purpose: "at-rest", clock, random });
    await store.commit(create(StoredRing, ringKey("at-rest"), { keys: [made] }));
  }
  const keys = await openDataKeys({ store, clock, random, secrets });
  const older = { serving: { ...tools, store, dataKeys: keys }, random };

  const serve = (): Server => {
    const opening = { ...older.serving, log: silent };
    const audit = openAuditLog(opening);
    const units = openUnits(store);
    const sealing = openAuditSealing({ keys, clock });
    const signing = keys["audit-signing"];
    const checkpoints = openAuditCheckpoints({ ...opening, signing });
    return {
      record: async (count) => {
        const unit = units.begin();
        for (let n = 0; n < count; n++) audit.record(unit, eventOf(n));
        await units.commit(unit);
      },
      move: async () => {
        const { bad } = await moveToChain(store, { ...tools, sealing });
        return bad?.code ?? null;
      },
      sign: async (accepts) => {
        if (accepts !== undefined) await moveToChain(store, { ...tools, sealing, accepts: true });
        const made = await checkpoints.make(accepts === undefined ? {} : { accepts });
        return made.ok ? made.value?.head.seq ?? 0 : made.refusal.code;
      },
    };
  };

  return {
    store,
    clock,
    keys,
    serve,
    olderServer: async (count) => {
      let head: ChainHead = (await store.get(ChainHead, headKey))?.value ?? EMPTY_CHAIN;
      for (let n = 0; n < count; n++) {
        const at = clock.now().toString({ smallestUnit: "millisecond" });
        const linked = link(head, { id: random.bytes(16).toHex(), at, event: eventOf(n) });
        head = { seq: linked.entry.seq, hash: linked.hash };
        await store.commit([...linkedPuts(linked), put(ChainHead, headKey, head)]);
      }
    },
    olderSign: async () => {
      const checkpoints = openAuditCheckpoints({
        ...older.serving,
        signing: keys["audit-signing"],
      });
      const before = await store.get(AuditSeal, sealKey);
      const made = await checkpoints.make();
      assert(made.ok && made.value !== null);
      // What it wrote and an older one would not: the gap, the link and the seal.
      const size = made.value.head.seq;
      const row = await valueAt(store, checkpointKey(size));
      await set(store, checkpointKey(size), { note: row.note, at: row.at, previous: row.previous });
      if (before === null) await remove(store, sealKey);
      else await set(store, sealKey, before.value);
    },
    verdict: async () => {
      const verified = await verifyStoredAudit({
        store,
        clock,
        verifierKeys: verifierKeysOf(await readOrigin(store), keys["audit-signing"]),
        sealing: openAuditSealing({ keys, clock }),
      });
      if (!verified.ok) return `broken: ${verified.refusal.code}`;
      const { gaps, overdue, head, sealed } = verified.value;
      const unproved = gaps.reduce((sum, { entries }) => sum + entries, 0);
      return `holds: ${unproved} unproved, ${overdue} overdue, ${
        head.seq - (sealed ?? 0)
      } unsealed`;
    },
    gaps: async () => {
      const found: string[] = [];
      for await (const { value } of store.list(LinkedEntry, { prefix: entryPrefix })) {
        const event = AuditEvent.parse(value.entry.event);
        if (event.kind !== "AUDIT_GAP") continue;
        found.push(`${event.from} ${event.to} ${event.entries} ${event.cause}`);
      }
      return found;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(store.close()),
  };
}

function eventOf(n: number): AuditEvent {
  return {
    kind: "SCREENING_REVIEWED",
    clientId: n % 2 === 0 ? "acme" : "globex",
    decisionId: `${n}`,
    reviewId: `${n}`,
    decision: "escalated",
  };
}

const good = "holds: 0 unproved, 0 overdue, 0 unsealed";

Deno.test("an empty store, one that is served, and one whose keys rotate hold without a gap", async () => {
  await using at = await bench("this version");
  assert.equal(await at.verdict(), good);
  const server = at.serve();
  for (let round = 0; round < 4; round++) {
    await server.record(3);
    assert.equal(await server.move(), null);
    assert.equal(await at.verdict(), good);
    assert.equal(await server.sign(), 3 * (round + 1));
    assert.equal(await at.verdict(), good);
    for (const purpose of ["audit-signing", "at-rest"]) {
      const rotation = { store: at.store, clock: at.clock, random: seededRandom(round), secrets };
      assert((await rotateDataKey(rotation, purpose)).ok);
      await at.keys[purpose as "at-rest"].reload();
    }
    at.clock.advance({ minutes: 10 });
  }
  assert.deepEqual(await at.gaps(), []);
});

Deno.test("two servers that record, move and sign at once hold without a gap", async () => {
  await using at = await bench("this version");
  const servers = [at.serve(), at.serve(), at.serve()];
  for (let round = 0; round < 4; round++) {
    await Promise.all(servers.map(async (server) => {
      await server.record(5);
      assert.equal(await server.move(), null);
      assert.equal(typeof await server.sign(), "number");
    }));
    assert.equal(await at.verdict(), good);
    at.clock.advance({ minutes: 5 });
  }
  assert.deepEqual(await at.gaps(), []);
});

Deno.test("after an outage in signing the server signs on with an AUDIT_GAP, which is unproved and not broken", async () => {
  await using at = await bench("this version");
  const server = at.serve();
  await server.record(3);
  await server.move();
  assert.equal(await server.sign(), 3);
  await server.record(4);
  await server.move();
  at.clock.advance({ minutes: 15 });
  assert.equal(await at.verdict(), good, "not late yet");
  at.clock.advance({ minutes: 1 });
  assert.equal(await at.verdict(), "holds: 0 unproved, 4 overdue, 0 unsealed");
  assert.equal(await server.sign(), 8);
  assert.deepEqual(await at.gaps(), ["4 7 4 outage"]);
  assert.equal(await at.verdict(), "holds: 4 unproved, 0 overdue, 0 unsealed");
  await server.record(1);
  await server.move();
  assert.equal(await server.sign(), 9);
  assert.deepEqual(await at.gaps(), ["4 7 4 outage"]);
});

Deno.test("a store from before begins with one gap; older servers may write beside for a day, and no longer", async () => {
  await using at = await bench("the version before");
  await at.olderServer(5);
  assert.equal(await at.verdict(), "holds: 0 unproved, 0 overdue, 5 unsealed");
  const server = at.serve();
  assert.equal(await server.sign(), 6);
  assert.deepEqual(await at.gaps(), ["1 5 5 upgrade"]);
  assert.equal(await at.verdict(), "holds: 5 unproved, 0 overdue, 0 unsealed");
  await server.record(2);
  assert.equal(await server.move(), null);
  await at.olderServer(3);
  await at.store.commit([outgoingOfBefore(at)]);
  assert.equal(await server.move(), null);
  assert.equal(await at.verdict(), "holds: 5 unproved, 0 overdue, 4 unsealed");
  assert.equal(await server.sign(), 13);
  assert.deepEqual(await at.gaps(), ["1 5 5 upgrade", "9 12 4 upgrade"]);
  assert.equal(await at.verdict(), "holds: 9 unproved, 0 overdue, 0 unsealed");
  at.clock.advance({ hours: 24 });
  await at.olderServer(1);
  assert.equal(await at.verdict(), "broken: head_unsealed");
  assert.equal(await server.move(), "head_unsealed");
  assert.equal(await server.sign(), "head_unsealed");
});

Deno.test("a checkpoint of an older server beside a newer one is bound by the next", async () => {
  await using at = await bench("the version before");
  const server = at.serve();
  await server.record(3);
  await server.move();
  assert.equal(typeof await server.sign(), "number");
  await server.record(2);
  await server.move();
  await at.olderSign();
  assert.match(await at.verdict(), /^holds/);
  await server.record(2);
  await server.move();
  assert.equal(typeof await server.sign(), "number");
  assert.match(await at.verdict(), /^holds/);
  const rows = await Array.fromAsync(at.store.list(StoredCheckpoint, { prefix: checkpointPrefix }));
  assert.deepEqual(rows.map(({ value }) => value.link !== undefined), [true, false, true]);
});

Deno.test("a store that had checkpoints and has fewer or none is broken until an operator accepts the gap", async (t) => {
  const cases: readonly {
    readonly why: string;
    readonly code: string;
    readonly forge: (at: Bench) => Promise<unknown>;
  }[] = [
    { why: "fewer", code: "checkpoint_missing", forge: ({ store }) => removeCheckpoints(store, 4) },
    { why: "none", code: "checkpoint_missing", forge: ({ store }) => removeCheckpoints(store, 1) },
    { why: "no seal", code: "seal_missing", forge: ({ store }) => remove(store, sealKey) },
    {
      why: "no seal that can be read",
      code: "seal_mismatch",
      forge: ({ store }) => set(store, sealKey, 1),
    },
    { why: "a tail of an older server", code: "head_unsealed", forge: (at) => at.olderServer(2) },
  ];
  for (const { why, code, forge } of cases) {
    await t.step(why, async () => {
      await using at = await bench("this version");
      const server = at.serve();
      for (let round = 0; round < 2; round++) {
        await server.record(3);
        await server.move();
        await server.sign();
      }
      await forge(at);
      assert.match(await at.verdict(), /^broken/);
      assert.equal(await server.sign(), code);
      at.clock.advance({ seconds: 1 });
      const accepting = at.serve();
      assert.equal(typeof await accepting.sign("We know why"), "number");
      assert.equal((await at.gaps()).length, 1);
      assert.match((await at.gaps())[0]!, / accepted$/);
      assert.match(await at.verdict(), /^holds: [1-9]/);
      await server.record(1);
      assert.equal(await server.move(), null);
      assert.equal(typeof await server.sign(), "number");
      assert.match(await at.verdict(), /^holds: [1-9]/);
      const last = await valueAt(at.store, lastCheckpointKey);
      const { note } = await valueAt(at.store, checkpointKey(last.seq));
      const verifierKeys = verifierKeysOf(await readOrigin(at.store), at.keys["audit-signing"]);
      assert((await openCheckpoint(note, verifierKeys)).ok);
    });
  }
});

/** An event as a server of the previous version records it. */
function outgoingOfBefore({ clock }: Bench) {
  const now = clock.now();
  const id = "d".repeat(32);
  return put(Outgoing, auditOutbox.key(now.epochMilliseconds, 0, id), {
    id,
    at: now.toString({ smallestUnit: "millisecond" }),
    event: eventOf(0),
  });
}
