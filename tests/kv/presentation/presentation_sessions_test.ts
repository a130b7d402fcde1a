import fc from "fast-check";
import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import type { PresentationSessions } from "../../../core/presentation/ports.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import { SessionId } from "../../../core/presentation/schema.ts";
import { notScreened } from "../../../core/verification/screen_subject.ts";
import {
  type VerificationKind,
  VerificationSession,
} from "../../../core/verification/session_schema.ts";
import { openEvidencePacks } from "../../../kv/verification/evidence_packs.ts";
import { snapshotOfFile } from "../../../kv/backends/sqlite_snapshot.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { openVerificationSessions } from "../../../kv/verification/verification_sessions.ts";
import type { Store } from "../../../kv/store/store.ts";
import {
  type CommitFate,
  faultyStore,
  type ReadFate,
  StoreFailed,
  unlessInjected,
} from "../../support/faulty_store.ts";
import { noPause, type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { runs } from "../../support/runs.ts";

const OWNER = ClientId.parse("acme");
const PACK = "a compact JWE";

function openAt(
  at: StoreInMemory,
  store: Store = at.store,
): PresentationSessions<VerificationKind> {
  const atRest = at.dataKeys["at-rest"];
  return openVerificationSessions({
    ...at,
    store,
    atRest,
    deliveries: openEvidencePacks({ ...at, store, pause: noPause, packDays: 30 }),
    undecidedHours: { api: 720, login: 24 },
  });
}

/** Stores a session that waits for its answer. */
async function pending(at: StoreInMemory, answerKey: string | null = null): Promise<SessionId> {
  const sessions = openAt(at);
  const units = openUnits(at.store);
  const id = SessionId.parse(uuidV7(at));
  const begin = units.begin();
  const session = sessionOf(id, at.dataKeys["session-token"].active.id, answerKey !== null);
  sessions.add(begin, session, answerKey);
  assert.equal((await units.commit(begin)).kind, "committed");
  return id;
}

/**
 * Ends a session with a decision and a pack.
 *
 * @returns the commit's outcome
 */
async function complete(at: StoreInMemory, id: SessionId, pack = PACK): Promise<string> {
  const units = openUnits(at.store);
  const found = await openAt(at).find(id);
  const end = units.begin();
  found?.complete(end, {
    decision: DECISION,
    delivery: { kind: "pack", ciphertext: pack },
    subject: null,
  }, { responseCodeHash: null });
  return (await units.commit(end)).kind;
}

/** Stores a session that has a pack. */
async function completed(at: StoreInMemory): Promise<SessionId> {
  const id = await pending(at);
  assert.equal(await complete(at, id), "committed");
  return id;
}

const DECISION = {
  method: "eudi_wallet",
  booleanProofs: { claimsVerified: true },
  ...notScreened,
  templateVersion: "str-guest-registration@1",
} as const;

function sessionOf(
  id: SessionId,
  tokenKeyId: string,
  isEncrypted: boolean,
): VerificationSession {
  return VerificationSession.parse({
    id,
    clientId: OWNER,
    mode: "sandbox",
    checkType: "str-guest-registration",
    templateVersion: "str-guest-registration@1",
    countryCode: null,
    request: {
      client_id: "http://localhost",
      response_type: "vp_token",
      response_mode: "direct_post",
      response_uri: `http://localhost/v1/verify/sessions/${id}/responses`,
      dcql_query: {
        credentials: [{ id: "pid", format: "dc+sd-jwt", meta: { vct_values: ["urn:eudi:pid:1"] } }],
      },
      nonce: "n",
      state: "s",
      ...(isEncrypted ? { client_metadata: ASKS_FOR_ENCRYPTION } : {}),
    },
    createdAt: "2026-03-02T09:00:00.000Z",
    pendingUntil: "2026-03-02T09:10:00.000Z",
    packKey: null,
    tokenKeyId,
    outcome: { status: "pending", failures: 0 },
  });
}

const ASKS_FOR_ENCRYPTION = {
  vp_formats_supported: {
    "dc+sd-jwt": { "sd-jwt_alg_values": [], "kb-jwt_alg_values": [] },
    mso_mdoc: { issuerauth_alg_values: [], deviceauth_alg_values: [] },
  },
  jwks: {
    keys: [{ kty: "EC", crv: "P-256", x: "x", y: "y", kid: "k", use: "enc", alg: "ECDH-ES" }],
  },
};

/** Takes the pack of a session. */
async function claim(
  sessions: PresentationSessions<VerificationKind>,
  id: SessionId,
): Promise<string | null | undefined> {
  const delivered = await (await sessions.find(id))?.claimDelivery();
  assert.notEqual(delivered?.kind, "claims");
  return delivered?.kind === "pack" ? delivered.ciphertext : delivered as null | undefined;
}

/** Claims through a store that fails; undefined if the process died or the outcome is unknown. */
async function claimThrough(at: StoreInMemory, store: Store, id: SessionId) {
  try {
    return await claim(openAt(at, store), id);
  } catch (cause) {
    unlessInjected(cause);
    return undefined;
  }
}

Deno.test("a pack over 64 KiB is kept in pieces, and nothing of it after its delivery", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const kinds = async () => {
    const found: string[] = [];
    for await (const { key } of snapshotOfFile(kv)) found.push(String(key[0]));
    return found.filter((kind) => kind === "chunk" || kind === "evidence_pack");
  };
  const pack = "X".repeat(150_000);
  {
    await using at = await storeInMemory(kv);
    const id = await pending(at);
    assert.equal(await complete(at, id, pack), "committed");
    assert.deepEqual(await kinds(), ["chunk", "chunk", "chunk", "evidence_pack"]);
    assert.equal(await claim(openAt(at), id), pack);
    assert.deepEqual(await kinds(), []);
  }
  await Deno.remove(folder, { recursive: true });
});

const inOrder = { schedule: <Value>(task: Promise<Value>) => task };

Deno.test("a claim whose commit is cut off gets its pack all the same, and nobody else does", async (t) => {
  const cases: readonly (readonly [readonly CommitFate[], readonly ReadFate[]])[] = [
    [["fail after"], []],
    [["fail before"], []],
    [["lose"], []],
    [["fail before", "fail after"], []],
    [["fail before", "lose", "fail after"], []],
    [["fail before", "fail before", "fail after"], []],
    [["fail after"], ["fail"]],
    [["fail after"], Array<ReadFate>(8).fill("fail")],
    [["fail before", "fail after"], ["fail", "pass", "fail", "fail"]],
    [["lose", "fail after"], ["fail", "pass", "pass", "fail"]],
  ];
  for (const [fates, readFates] of cases) {
    await t.step([...fates, "reads", ...readFates].join(", "), async () => {
      await using at = await storeInMemory();
      const id = await completed(at);
      const { store } = faultyStore(at.store, {
        scheduling: inOrder,
        fates,
        readFates,
        name: "one",
      });
      assert.equal(await claimThrough(at, store, id), PACK);
      assert.equal(await claim(openAt(at), id), null);
    });
  }
});

Deno.test("a claim that fails before its first commit leaves the pack", async () => {
  await using at = await storeInMemory();
  const id = await completed(at);
  const found = await openAt(at, {
    ...at.store,
    get: (stored, key) =>
      key[0] === "evidence_pack"
        ? Promise.reject(new StoreFailed("A read failed"))
        : at.store.get(stored, key),
  }).find(id);
  await assert.rejects(async () => await found?.claimDelivery(), StoreFailed);
  assert.equal(await claim(openAt(at), id), PACK);
});

Deno.test("a claim waits for some seconds for a store that is out of order, and no longer", async () => {
  await using at = await storeInMemory();
  const id = await completed(at);
  const pauses: number[] = [];
  const atRest = at.dataKeys["at-rest"];
  const readFates = Array<ReadFate>(100).fill("fail");
  const { store } = faultyStore(at.store, {
    scheduling: inOrder,
    fates: ["fail before"],
    readFates,
    name: "one",
  });
  const pause = (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds));
  const sessions = openVerificationSessions({
    ...at,
    store,
    atRest,
    deliveries: openEvidencePacks({ ...at, store, pause, packDays: 30 }),
    undecidedHours: { api: 720, login: 24 },
  });
  await assert.rejects(async () => await claim(sessions, id), StoreFailed);
  const seconds = pauses.reduce((sum, one) => sum + one, 0) / 1000;
  assert(seconds > 5 && seconds < 15, `${seconds} s`);
  assert.equal(await claim(openAt(at), id), PACK);
});

Deno.test("a process that dies before its claim leaves the pack, and one that dies after it loses it", async () => {
  for (const [fate, left] of [["die before", PACK], ["die after", null]] as const) {
    await using at = await storeInMemory();
    const id = await completed(at);
    const { store } = faultyStore(at.store, { scheduling: inOrder, fates: [fate], name: "one" });
    assert.equal(await claimThrough(at, store, id), undefined);
    assert.equal(await claim(openAt(at), id), left);
  }
});

Deno.test("whatever fails when, a pack is delivered at most once, and once where no process dies", async () => {
  const fate = fc.constantFrom<CommitFate>("pass", "stall", "lose", "fail before", "fail after");
  const deadly = fc.constantFrom<CommitFate>("die before", "die after");
  // Fewer faults than a process has patience for: more in a row are the store's end.
  const commits = fc.array(
    fc.oneof({ arbitrary: fate, weight: 5 }, { arbitrary: deadly, weight: 1 }),
    { maxLength: 4 },
  );
  const reads = fc.array(fc.constantFrom<ReadFate>("pass", "fail"), { maxLength: 4 });
  const process = fc.record({ fates: commits, readFates: reads });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(process, { minLength: 2, maxLength: 3 }),
      async (s, all) => {
        await using at = await storeInMemory();
        const id = await completed(at);
        const processes = all.map((faults, n) =>
          faultyStore(at.store, { scheduling: s, ...faults, name: `process ${n}` })
        );
        const claims = processes.map(({ store }) => claimThrough(at, store, id));
        const given = await s.waitFor(Promise.all(claims));
        const delivered = given.filter((pack) => pack === PACK).length;
        const left = await claim(openAt(at), id);
        assert(delivered + Number(left === PACK) <= 1);
        if (!processes.some((process) => process.dead())) assert.equal(delivered, 1);
      },
    ),
    { numRuns: runs(100) },
  );
});

Deno.test("the key of an answer is gone in the commit that ends its session, however it ends", async () => {
  await using at = await storeInMemory();
  const stored = async (id: SessionId) => (await at.store.removals([["answer_key", id]])).length;
  const ends = {
    complete: (id: SessionId) => complete(at, id),
    fail: async (id: SessionId) => {
      const units = openUnits(at.store);
      const end = units.begin();
      (await openAt(at).find(id))?.fail(end, "access_denied", { responseCodeHash: null });
      assert.equal((await units.commit(end)).kind, "committed");
    },
    noteFailure: async (id: SessionId) => {
      const found = await openAt(at).find(id);
      await found?.noteFailure("jwe_undecryptable", 2, () => {});
      assert.equal(await found?.findAnswerKey(), "secret", "one failure ends nothing");
      await found?.noteFailure("jwe_undecryptable", 2, () => {});
    },
    erase: () => openAt(at).erase(OWNER),
  };
  const other = await pending(at, "of another");
  for (const [name, end] of Object.entries(ends)) {
    const id = await pending(at, "secret");
    const found = await openAt(at).find(id);
    assert.equal(await found?.findAnswerKey(), "secret");
    assert(!JSON.stringify(found?.session).includes("secret"));
    assert.equal(await stored(other), 1);
    await end(id);
    assert.deepEqual([await stored(id), await found?.findAnswerKey()], [0, null], name);
  }
  assert.equal(await stored(other), 0, "an erasure takes those of all sessions");
});

Deno.test("the key of an answer is not read once its session has expired", async () => {
  await using at = await storeInMemory();
  const id = await pending(at, "secret");
  const found = await openAt(at).find(id) ?? assert.fail();
  const end = Temporal.Instant.from(found.session.pendingUntil);
  at.clock.advance({ milliseconds: end.epochMilliseconds - at.clock.now().epochMilliseconds - 1 });
  assert.equal(await found.findAnswerKey(), "secret");
  at.clock.advance({ milliseconds: 1 });
  assert.equal(await found.findAnswerKey(), null);
});

Deno.test("erase() starts over when a session is completed meanwhile, and leaves no pack", async () => {
  await using at = await storeInMemory();
  const id = await pending(at);
  let completing = Promise.resolve("");
  const { store } = faultyStore(at.store, {
    scheduling: inOrder,
    fates: ["stall"],
    name: "eraser",
    stalled: () => {
      completing = complete(at, id);
    },
  });
  assert.equal(await openAt(at, store).erase(OWNER), 1);
  assert.equal(await completing, "committed", "it came before the erasure's own commit");
  assert.equal(await openAt(at).find(id), null);
  assert.equal(await at.store.get(z.unknown(), ["evidence_pack", id]), null);
});

Deno.test("erase() counts each session for one of the erasures that run at once", async () => {
  await using at = await storeInMemory();
  for (let n = 0; n < 12; n++) await completed(at);
  const counts = await Promise.all(Array.from({ length: 3 }, () => openAt(at).erase(OWNER)));
  assert.equal(counts.reduce((sum, count) => sum + count), 12);
});
