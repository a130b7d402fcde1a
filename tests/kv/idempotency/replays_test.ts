import assert from "node:assert/strict";
import type {
  FreeKey,
  KeptAnswer,
  ReplayScope,
  Reservation,
} from "../../../core/idempotency/ports.ts";
import type { PledgedKey } from "../../../core/idempotency/pledged_key_schema.ts";
import { ReplayRecord } from "../../../kv/idempotency/replay_records.ts";
import { openReplays } from "../../../kv/idempotency/replays.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";

const SCOPE: ReplayScope = {
  service: "screening",
  owner: "acme",
  operation: "POST /v1/screen",
  key: "order-1",
};
const ANSWER: KeptAnswer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: { kind: "text", text: `{"a":1}` },
};

function open({ store, clock, random, dataKeys: keys }: StoreInMemory) {
  const lifetimes = { windowHours: 24, lapseSeconds: 60, pledgeSeconds: 190 };
  return {
    replays: openReplays({ store, clock, random, keys, lifetimes }),
    units: openUnits(store),
  };
}

type Opened = ReturnType<typeof open>;

async function reserved({ replays }: Opened, scope = SCOPE, request = "r"): Promise<Reservation> {
  const verdict = await replays.reserve(scope, request);
  assert(verdict.kind === "reserved", verdict.kind);
  return verdict.reservation;
}

async function keep({ units }: Opened, key: Pick<Reservation, "keep">, answer = ANSWER) {
  const unit = units.begin();
  key.keep(unit, answer);
  return await units.commit(unit);
}

async function free({ replays }: Opened, scope = SCOPE, request = "r"): Promise<FreeKey> {
  const found = await replays.look(scope, request, { afresh: false });
  assert(found.kind === "free", found.kind);
  return found.key;
}

Deno.test("look() finds a key free that one commit of 64 takes, and the answer of that one since", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const keys = await Promise.all(Array.from({ length: 64 }, () => free(opened)));
  const outcomes = await Promise.all(
    keys.map((key, index) =>
      keep(opened, key, { ...ANSWER, body: { kind: "text", text: String(index) } })
    ),
  );
  const winner = outcomes.findIndex(({ kind }) => kind === "committed");
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    outcomes.map((_, index) => index === winner ? "committed" : "lost"),
  );
  const answer = { ...ANSWER, body: { kind: "text", text: String(winner) } };
  const later = { afresh: true };
  assert.deepEqual(await opened.replays.look(SCOPE, "r", later), { kind: "replay", answer });
  assert.deepEqual(await opened.replays.look(SCOPE, "other", later), { kind: "conflict" });
  assert.deepEqual(await opened.replays.reserve(SCOPE, "r"), { kind: "replay", answer });
});

Deno.test("a key that is found free is lost to a reservation, and takes over one that has lapsed", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const early = await free(opened);
  const reservation = await reserved(opened);
  assert.equal((await opened.replays.look(SCOPE, "r", { afresh: false })).kind, "running");
  assert.equal((await opened.replays.look(SCOPE, "other", { afresh: false })).kind, "conflict");
  assert.equal((await keep(opened, early)).kind, "lost");
  service.clock.advance({ seconds: 60 });
  assert.equal((await keep(opened, await free(opened))).kind, "committed");
  assert.notEqual((await keep(opened, reservation)).kind, "committed");
});

Deno.test("beginLook() finds a key free, and its commit is lost to whoever took it meanwhile", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const [one, other] = [opened.replays.beginLook(SCOPE), opened.replays.beginLook(SCOPE)];
  const [found, late] = [await one("r"), await other("r")];
  assert(found.kind === "free" && late.kind === "free");
  assert.equal((await keep(opened, found.key)).kind, "committed");
  assert.equal((await keep(opened, late.key)).kind, "lost");
  assert.equal((await opened.replays.beginLook(SCOPE)("r")).kind, "replay");
  assert.equal((await opened.replays.beginLook(SCOPE)("other")).kind, "conflict");
});

Deno.test("reserve() replays the kept answer for the window, then forgets it", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  assert.deepEqual(await keep(opened, await reserved(opened)), { kind: "committed" });
  service.clock.advance({ hours: 23, minutes: 59, seconds: 59, milliseconds: 999 });
  assert.deepEqual(await opened.replays.reserve(SCOPE, "r"), { kind: "replay", answer: ANSWER });
  service.clock.advance({ milliseconds: 1 });
  await reserved(opened, SCOPE, "another request");
});

Deno.test("reserve() keeps a reference and a long text as they are", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const bodies: readonly KeptAnswer["body"][] = [
    { kind: "reference", reference: { reviewIds: ["a", "b"], none: null } },
    { kind: "text", text: "é".repeat(100_000) },
  ];
  for (const [index, body] of bodies.entries()) {
    const scope = { ...SCOPE, key: `key ${index}` };
    await keep(opened, await reserved(opened, scope), { ...ANSWER, body });
    const verdict = await opened.replays.reserve(scope, "r");
    assert.deepEqual(verdict, { kind: "replay", answer: { ...ANSWER, body } });
  }
});

Deno.test("reserve() has one winner of 64", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const verdicts = await Promise.all(
    Array.from({ length: 64 }, () => opened.replays.reserve(SCOPE, "r")),
  );
  const kinds = verdicts.map(({ kind }) => kind).sort();
  assert.deepEqual(kinds, ["reserved", ...Array.from({ length: 63 }, () => "running")].sort());
});

Deno.test("reserve() has one winner of 64 for a key whose answer is forgotten", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  await keep(opened, await reserved(opened));
  service.clock.advance({ hours: 24 });
  const verdicts = await Promise.all(
    Array.from({ length: 64 }, () => opened.replays.reserve(SCOPE, "r")),
  );
  assert.equal(verdicts.filter(({ kind }) => kind === "reserved").length, 1);
});

Deno.test("reserve() tests for another request before it tests for a running one", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const reservation = await reserved(opened);
  assert.equal((await opened.replays.reserve(SCOPE, "r")).kind, "running");
  assert.equal((await opened.replays.reserve(SCOPE, "other")).kind, "conflict");
  await keep(opened, reservation);
  assert.equal((await opened.replays.reserve(SCOPE, "other")).kind, "conflict");
});

Deno.test("reserve() holds a key per service, owner and operation", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  await reserved(opened);
  const others: readonly Partial<ReplayScope>[] = [
    { service: "verification" },
    { owner: "globex" },
    { operation: "POST /v1/wallet-risk/score" },
    { key: "order-2" },
    // The same characters, cut elsewhere.
    { owner: "acm", operation: "ePOST /v1/screen" },
  ];
  for (const other of others) await reserved(opened, { ...SCOPE, ...other }, "another request");
});

Deno.test("a reservation that is given back can be taken at once", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  await (await reserved(opened)).release();
  await reserved(opened, SCOPE, "repaired request");
});

Deno.test("a lapsed reservation is taken over, and its late holder keeps nothing", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const late = await reserved(opened);
  service.clock.advance({ seconds: 59, milliseconds: 999 });
  assert.equal((await opened.replays.reserve(SCOPE, "r")).kind, "running");
  service.clock.advance({ milliseconds: 1 });
  const verdicts = await Promise.all(
    Array.from({ length: 16 }, () => opened.replays.reserve(SCOPE, "r")),
  );
  const winners = verdicts.filter((verdict) => verdict.kind === "reserved");
  assert.equal(winners.length, 1);
  assert.deepEqual(await keep(opened, late), {
    kind: "refused",
    code: "idempotency_key_in_progress",
  });
  await late.release();
  assert.equal((await opened.replays.reserve(SCOPE, "r")).kind, "running");
  assert(winners[0] !== undefined);
  assert.deepEqual(await keep(opened, winners[0].reservation), { kind: "committed" });
});

Deno.test("a reservation that lapsed and nobody took still keeps its answer", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const slow = await reserved(opened);
  service.clock.advance({ seconds: 61 });
  assert.deepEqual(await keep(opened, slow), { kind: "committed" });
  assert.equal((await opened.replays.reserve(SCOPE, "r")).kind, "replay");
});

async function pledged({ units }: Opened, reservation: Reservation): Promise<PledgedKey> {
  const unit = units.begin();
  const key = reservation.pledge(unit);
  assert.deepEqual(await units.commit(unit), { kind: "committed" });
  return key;
}

Deno.test("a pledged key neither lapses nor is released or erased, and forgets after its window", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const { replays } = opened;
  const reservation = await reserved(opened);
  await pledged(opened, reservation);
  await reservation.release();
  assert.deepEqual(await keep(opened, reservation), {
    kind: "refused",
    code: "idempotency_key_in_progress",
  });
  assert.equal(await replays.erase({ service: "screening", owner: "acme" }), 0);
  service.clock.advance({ hours: 23, minutes: 59 });
  assert.equal((await replays.reserve(SCOPE, "r")).kind, "running");
  assert.equal((await replays.reserve(SCOPE, "another")).kind, "conflict");
  service.clock.advance({ minutes: 1 });
  await reserved(opened, SCOPE, "another");
});

Deno.test("a reservation that lapsed and was taken over cannot be pledged", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const late = await reserved(opened);
  service.clock.advance({ seconds: 60 });
  const taker = await reserved(opened);
  const unit = opened.units.begin();
  late.pledge(unit);
  assert.deepEqual(await opened.units.commit(unit), {
    kind: "refused",
    code: "idempotency_key_in_progress",
  });
  await pledged(opened, taker);
});

Deno.test("a pledge is kept or given back once, by whoever is first", async (t) => {
  for (const first of ["keep", "giveBack"] as const) {
    await t.step(first, async () => {
      await using service = await storeInMemory();
      const opened = open(service);
      const { replays, units } = opened;
      const key = await pledged(opened, await reserved(opened));
      const pledges = [await replays.findPledge(key), await replays.findPledge(key)];
      const [one, other] = [units.begin(), units.begin()];
      if (first === "keep") pledges[0]?.keep(one, ANSWER);
      else pledges[0]?.giveBack(one);
      pledges[1]?.keep(other, ANSWER);
      assert.equal((await units.commit(one)).kind, "committed");
      assert.notEqual((await units.commit(other)).kind, "committed");
      assert.equal(await replays.findPledge(key), null);
      const { kind } = await replays.reserve(SCOPE, "r");
      assert.equal(kind, first === "keep" ? "replay" : "reserved");
    });
  }
});

Deno.test("a private reference is encrypted in the store, and replayed as it was", async () => {
  await using service = await storeInMemory();
  const opened = open(service);
  const body = { kind: "reference", reference: { appended: "VISIBLE" }, isPrivate: true } as const;
  await keep(opened, await reserved(opened), { ...ANSWER, body });
  const verdict = await opened.replays.reserve(SCOPE, "r");
  assert.deepEqual(verdict, { kind: "replay", answer: { ...ANSWER, body } });
  for await (const { value } of service.store.list(ReplayRecord, { prefix: ["replay"] })) {
    assert(value.state === "kept" && value.answer.body.kind === "private");
    assert(!JSON.stringify(value).includes("VISIBLE"));
  }
});
