import fc from "fast-check";
import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../core/access/caller.ts";
import type { VerificationSessions } from "../../core/ports/verification_sessions.ts";
import { uuidV7 } from "../../core/uuid.ts";
import { SessionId } from "../../core/verification/schema.ts";
import { Session } from "../../core/verification/session_schema.ts";
import { openUnits } from "../../kv/unit.ts";
import { openVerificationSessions } from "../../kv/verification_sessions.ts";
import type { Store } from "../../kv/store.ts";
import { type CommitFate, faultyStore, unlessInjected } from "../support/faulty_store.ts";
import { type StoreInMemory, storeInMemory } from "../support/store.ts";

const OWNER = ClientId.parse("acme");
const PACK = "a compact JWE";

function openAt(at: StoreInMemory, store: Store = at.store): VerificationSessions {
  return openVerificationSessions({ ...at, store, atRest: at.dataKeys["at-rest"], packDays: 30 });
}

/** Puts a session on file that waits for its answer. */
async function pending(at: StoreInMemory): Promise<SessionId> {
  const sessions = openAt(at);
  const units = openUnits(at.store);
  const id = SessionId.parse(uuidV7(at));
  const begin = units.begin();
  sessions.add(begin, sessionOf(id, at.dataKeys["session-token"].active.id));
  assert.equal((await units.commit(begin)).kind, "committed");
  return id;
}

/** Ends a session with a decision and a pack. @returns how its commit went */
async function complete(at: StoreInMemory, id: SessionId): Promise<string> {
  const units = openUnits(at.store);
  const found = await openAt(at).find(id);
  const end = units.begin();
  found?.complete(end, DECISION, PACK);
  return (await units.commit(end)).kind;
}

/** Puts a session on file that has a pack. */
async function completed(at: StoreInMemory): Promise<SessionId> {
  const id = await pending(at);
  assert.equal(await complete(at, id), "committed");
  return id;
}

const DECISION = {
  method: "eudi_wallet",
  booleanProofs: { claimsVerified: true },
  amlResult: null,
  pepFlag: null,
  sanctionedFlag: null,
  listsChecked: [],
  humanReviewRequired: false,
  templateVersion: "str-guest-registration@1",
  frozenDecisionArtifact: null,
} as const;

function sessionOf(id: SessionId, tokenKeyId: string): Session {
  return Session.parse({
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
    },
    createdAt: "2026-03-02T09:00:00.000Z",
    pendingUntil: "2026-03-02T09:10:00.000Z",
    packKey: null,
    tokenKeyId,
    outcome: { status: "pending", failures: 0 },
  });
}

/** Claims through a store that fails; undefined where the process died or nobody could tell. */
async function claimThrough(at: StoreInMemory, store: Store, id: SessionId) {
  try {
    return await (await openAt(at, store).find(id))?.claimPack();
  } catch (cause) {
    unlessInjected(cause);
    return undefined;
  }
}

const inOrder = { schedule: <Value>(task: Promise<Value>) => task };

Deno.test("a claim whose commit is cut off gets its pack all the same, and nobody else does", async (t) => {
  const cases: readonly (readonly CommitFate[])[] = [
    ["fail after"],
    ["fail before"],
    ["lose"],
    ["fail before", "fail after"],
    ["fail before", "lose", "fail after"],
    ["fail before", "fail before", "fail after"],
  ];
  for (const fates of cases) {
    await t.step(fates.join(", "), async () => {
      await using at = await storeInMemory();
      const id = await completed(at);
      const { store } = faultyStore(at.store, { scheduling: inOrder, fates, name: "one" });
      const isLost = fates.length === 3 && !fates.includes("lose");
      assert.equal(await claimThrough(at, store, id), isLost ? undefined : PACK);
      assert.equal(await (await openAt(at).find(id))?.claimPack(), null);
    });
  }
});

Deno.test("a process that dies before its claim leaves the pack, and one that dies after it loses it", async () => {
  for (const [fate, left] of [["die before", PACK], ["die after", null]] as const) {
    await using at = await storeInMemory();
    const id = await completed(at);
    const { store } = faultyStore(at.store, { scheduling: inOrder, fates: [fate], name: "one" });
    assert.equal(await claimThrough(at, store, id), undefined);
    assert.equal(await (await openAt(at).find(id))?.claimPack(), left);
  }
});

Deno.test("whatever fails when, a pack is delivered at most once, and once where no process dies", async () => {
  const fate = fc.constantFrom<CommitFate>("pass", "stall", "lose", "fail before", "fail after");
  const deadly = fc.constantFrom<CommitFate>("die before", "die after");
  // At most two commits of a process fail: a third fault in a row is the store's, not a process's.
  const fates = fc.array(
    fc.oneof({ arbitrary: fate, weight: 5 }, { arbitrary: deadly, weight: 1 }),
    {
      maxLength: 2,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fates, { minLength: 2, maxLength: 3 }),
      async (s, all) => {
        await using at = await storeInMemory();
        const id = await completed(at);
        const processes = all.map((fates, n) =>
          faultyStore(at.store, { scheduling: s, fates, name: `process ${n}` })
        );
        const claims = processes.map(({ store }) => claimThrough(at, store, id));
        const given = await s.waitFor(Promise.all(claims));
        const delivered = given.filter((pack) => pack === PACK).length;
        const left = await (await openAt(at).find(id))?.claimPack();
        assert(delivered + Number(left === PACK) <= 1);
        if (!processes.some((process) => process.dead())) assert.equal(delivered, 1);
      },
    ),
    { numRuns: 60 },
  );
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
