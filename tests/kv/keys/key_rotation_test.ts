import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import type { ReplayScope } from "../../../core/idempotency/ports.ts";
import { openDataKeys, reloadDataKeys } from "../../../kv/keys/data_keys.ts";
import { encrypted } from "../../../kv/store/encrypted.ts";
import { listDataKeys, rotateDataKey } from "../../../kv/keys/key_rotation.ts";
import { macOf } from "../../../kv/keys/mac.ts";
import { rewrapDataKeys } from "../../../kv/credentials/rewrap.ts";
import { openSubjects } from "../../../kv/login/login_subjects.ts";
import { openReplays } from "../../../kv/idempotency/replays.ts";
import { create, put } from "../../../kv/store/store.ts";
import { makeDataKey, ringKey, ringPrefix, StoredRing } from "../../../kv/keys/stored_ring.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { deriveWrappingKeys, type Secrets } from "../../../kv/keys/wrapped_key.ts";
import { type StoreInMemory, storeInMemory, TEST_SECRET } from "../../support/store.ts";

const NEW_SECRET = new Uint8Array(32).fill(8);
const WRONG_SECRET = new Uint8Array(32).fill(9);
const moving: Secrets = { current: NEW_SECRET, previous: TEST_SECRET };
const SCOPE: ReplayScope = {
  service: "screening",
  owner: "acme",
  operation: "POST /v1/screen",
  key: "order-1",
};

/** All records in the store, with versions, so that any write is noticed. */
function rings({ store }: StoreInMemory) {
  return Array.fromAsync(
    store.list(z.unknown(), { prefix: ringPrefix }),
    ({ value, check }) => ({ value, check }),
  );
}

/** Adds a purpose, as another part of the service does. */
async function addRing(service: StoreInMemory, purpose: string, secret = TEST_SECRET) {
  const { current } = await deriveWrappingKeys({ current: secret });
  const made = await makeDataKey(current, { ...service, purpose });
  assert(await service.store.commit(create(StoredRing, ringKey(purpose), { keys: [made] })));
}

/** The sub of one person at one relying party. */
function pairwiseSub({ pairwise }: StoreInMemory["dataKeys"]): Promise<string> {
  const clientId = ClientId.parse("relying-party");
  return openSubjects(pairwise).subjectOf({ clientId, thumbprint: "thumbprint" });
}

Deno.test("rewrapDataKeys() changes the wrapping and no key: MACs and pairwise values stay", async () => {
  await using service = await storeInMemory();
  const mac = (keys: StoreInMemory["dataKeys"]) =>
    macOf(keys.idempotency.active.cryptoKey, ["test", "text"]);
  const [macBefore, subBefore] = [
    await mac(service.dataKeys),
    await pairwiseSub(service.dataKeys),
  ];
  const { length: all } = await listDataKeys(service.store);
  assert.equal(await rewrapDataKeys({ ...service, secrets: moving }), all);
  const rewrapped = await openDataKeys({ ...service, secrets: { current: NEW_SECRET } });
  assert.equal(await mac(rewrapped), macBefore);
  assert.equal(await pairwiseSub(rewrapped), subBefore);
  await assert.rejects(
    openDataKeys({ ...service, secrets: { current: TEST_SECRET } }),
    /^Error: AVAL_SECRET_KEY is not the secret/,
  );
});

Deno.test("rewrapDataKeys() a second time writes nothing", async () => {
  await using service = await storeInMemory();
  assert(await rewrapDataKeys({ ...service, secrets: moving }) >= 2);
  const before = await rings(service);
  assert.equal(await rewrapDataKeys({ ...service, secrets: moving }), 0);
  assert.equal(await rewrapDataKeys({ ...service, secrets: { current: NEW_SECRET } }), 0);
  assert.deepEqual(await rings(service), before);
});

Deno.test("rewrapDataKeys() with a wrong secret names the variable and changes nothing", async () => {
  await using service = await storeInMemory();
  // One ring of many that no secret unwraps is enough.
  await addRing(service, "another-purpose", WRONG_SECRET);
  const before = await rings(service);
  const cases: readonly Secrets[] = [
    moving,
    { current: NEW_SECRET },
    { current: NEW_SECRET, previous: new Uint8Array(32).fill(10) },
  ];
  for (const secrets of cases) {
    await assert.rejects(
      rewrapDataKeys({ ...service, secrets }),
      /^Error: AVAL_SECRET_KEY is not the secret .* AVAL_SECRET_KEY_PREVIOUS/,
    );
    assert.deepEqual(await rings(service), before);
  }
});

Deno.test("rewrapDataKeys() moves more purposes than a commit can check", async () => {
  await using service = await storeInMemory();
  for (let n = 0; n < 21; n++) await addRing(service, `purpose-${n}`);
  const moved = await rewrapDataKeys({ ...service, secrets: moving });
  const listed = await listDataKeys(service.store);
  assert.equal(moved, listed.length);
  assert.equal(new Set(listed.map(({ secretId }) => secretId)).size, 1);
});

Deno.test("rewraps and rotations at once move every key and lose none", async () => {
  await using service = await storeInMemory();
  const rotate = () =>
    rotateDataKey({ ...service, secrets: { current: TEST_SECRET } }, "at-rest").catch(() => null);
  const [first, second, third, ...rotated] = await Promise.all([
    ...Array.from({ length: 3 }, () => rewrapDataKeys({ ...service, secrets: moving })),
    ...Array.from({ length: 3 }, rotate),
  ]);
  await rewrapDataKeys({ ...service, secrets: moving });
  assert([first, second, third].every((moved) => typeof moved === "number"));
  const listed = await listDataKeys(service.store);
  for (const result of rotated) {
    if (result === null || typeof result === "number" || !result.ok) continue;
    assert(listed.some(({ id }) => id === result.value), "a rotated key is lost");
  }
  for (const purpose of ["at-rest", "idempotency"]) {
    const active = listed.filter((key) => key.purpose === purpose && key.state === "ACTIVE");
    assert.equal(active.length, 1);
  }
  assert.equal(new Set(listed.map(({ secretId }) => secretId)).size, 1);
  const { idempotency } = await openDataKeys({ ...service, secrets: { current: NEW_SECRET } });
  assert.equal(idempotency.active.id, service.dataKeys.idempotency.active.id);
});

Deno.test("a running server goes on after a rewrap, also without the new secret", async () => {
  await using service = await storeInMemory();
  const { dataKeys } = service;
  const [active, check] = [dataKeys.idempotency.active, dataKeys.idempotency.check];
  await rewrapDataKeys({ ...service, secrets: moving });
  await reloadDataKeys(dataKeys);
  assert.equal(dataKeys.idempotency.active.id, active.id);
  assert.equal(dataKeys.idempotency.active.cryptoKey, active.cryptoKey);
  assert.notDeepEqual(dataKeys.idempotency.check, check);
});

Deno.test("rotateDataKey() has new values written by the new key and old ones read", async () => {
  await using service = await storeInMemory();
  const { store, dataKeys } = service;
  const secrets = { current: TEST_SECRET };
  const other = await openDataKeys({ ...service, secrets });
  const Note = encrypted(z.string(), dataKeys["at-rest"]);
  const NoteOfOther = encrypted(z.string(), other["at-rest"]);
  await store.commit([put(Note, ["note", "before"], "before")]);
  const before = dataKeys["at-rest"].active.id;
  const rotated = await rotateDataKey({ ...service, secrets }, "at-rest");
  assert(rotated.ok);

  // Whoever has not read the ring again writes with the old key, and reads what the new one wrote.
  await store.commit([put(NoteOfOther, ["note", "unaware"], "unaware")]);
  assert.equal(other["at-rest"].active.id, before);
  await reloadDataKeys(dataKeys);
  assert.equal(dataKeys["at-rest"].active.id, rotated.value);
  await store.commit([put(Note, ["note", "after"], "after")]);
  for (const name of ["before", "unaware", "after"]) {
    assert.equal((await store.get(NoteOfOther, ["note", name]))?.value, name);
    assert.equal((await store.get(Note, ["note", name]))?.value, name);
  }
  assert.equal(other["at-rest"].active.id, rotated.value);
  assert.deepEqual([...other["at-rest"].byId.keys()], [before, rotated.value]);
});

function openAt({ store, clock, random }: StoreInMemory, keys: StoreInMemory["dataKeys"]) {
  const lifetimes = { windowHours: 24, lapseSeconds: 60, pledgeSeconds: 190 };
  return {
    replays: openReplays({ store, clock, random, keys, lifetimes }),
    units: openUnits(store),
  };
}

async function rotated(service: StoreInMemory, purpose = "idempotency"): Promise<string> {
  const result = await rotateDataKey({ ...service, secrets: { current: TEST_SECRET } }, purpose);
  assert(result.ok, JSON.stringify(result));
  return result.value;
}

Deno.test("an answer kept before a rotation is replayed for its window, by servers old and new", async () => {
  await using service = await storeInMemory();
  const old = openAt(service, service.dataKeys);
  const first = await old.replays.reserve(SCOPE, "request");
  assert(first.kind === "reserved");
  const unit = old.units.begin();
  const answer = { status: 200, headers: {}, body: { kind: "text", text: "one" } } as const;
  first.reservation.keep(unit, answer);
  await old.units.commit(unit);
  await rotated(service);
  await rotated(service);
  const fresh = openAt(
    service,
    await openDataKeys({ ...service, secrets: { current: TEST_SECRET } }),
  );
  service.clock.advance({ hours: 23, minutes: 59 });
  for (const { replays } of [old, fresh]) {
    assert.deepEqual(await replays.reserve(SCOPE, "request"), { kind: "replay", answer });
    assert.deepEqual(await replays.reserve(SCOPE, "another"), { kind: "conflict" });
  }
  service.clock.advance({ minutes: 1 });
  assert.equal((await fresh.replays.reserve(SCOPE, "request")).kind, "reserved");
  assert.equal((await old.replays.reserve(SCOPE, "request")).kind, "running");
});

Deno.test("a key pledged before a rotation is held, ended and replayed by servers old and new", async () => {
  await using service = await storeInMemory();
  const old = openAt(service, service.dataKeys);
  const first = await old.replays.reserve(SCOPE, "request");
  assert(first.kind === "reserved");
  const begins = old.units.begin();
  const key = first.reservation.pledge(begins);
  await old.units.commit(begins);
  await rotated(service);
  await rotated(service, "at-rest");
  const secrets = { current: TEST_SECRET };
  const fresh = openAt(service, await openDataKeys({ ...service, secrets }));
  service.clock.advance({ minutes: 5 });
  for (const { replays } of [old, fresh]) {
    assert.equal((await replays.reserve(SCOPE, "request")).kind, "running");
  }
  const body = { kind: "reference", reference: ["bytes"], isPrivate: true } as const;
  const answer = { status: 200, headers: {}, body };
  const ends = fresh.units.begin();
  (await fresh.replays.findPledge(key))?.keep(ends, answer);
  assert.equal((await fresh.units.commit(ends)).kind, "committed");
  service.clock.advance({ hours: 23 });
  for (const { replays } of [old, fresh]) {
    assert.deepEqual(await replays.reserve(SCOPE, "request"), { kind: "replay", answer });
  }
});

Deno.test("an erasure finds what another server has kept under a key made since", async () => {
  await using service = await storeInMemory();
  const old = openAt(service, service.dataKeys);
  await rotated(service);
  const fresh = openAt(
    service,
    await openDataKeys({ ...service, secrets: { current: TEST_SECRET } }),
  );
  for (const [server, key] of [[old, "a"], [fresh, "b"], [fresh, "c"]] as const) {
    const verdict = await server.replays.reserve({ ...SCOPE, key }, "request");
    assert(verdict.kind === "reserved");
    const unit = server.units.begin();
    verdict.reservation.keep(unit, { status: 200, headers: {}, body: { kind: "text", text: "" } });
    assert.equal((await server.units.commit(unit)).kind, "committed");
    await rotated(service);
  }
  assert.equal(await old.replays.erase({ service: "screening", owner: "acme" }), 3);
  assert.equal(await fresh.replays.erase({ service: "screening", owner: "acme" }), 0);
});

Deno.test("servers old and new reserve a key once between them while it rotates", async () => {
  await using service = await storeInMemory();
  const secrets = { current: TEST_SECRET };
  for (let round = 0; round < 8; round++) {
    const scope = { ...SCOPE, key: `order-${round}` };
    const old = openAt(service, await openDataKeys({ ...service, secrets }));
    if (round % 2 === 0) await rotated(service);
    const fresh = openAt(service, await openDataKeys({ ...service, secrets }));
    const verdicts = await Promise.all([
      old.replays.reserve(scope, "request"),
      ...(round % 2 === 0 ? [] : [rotated(service)]),
      fresh.replays.reserve(scope, "request"),
      old.replays.reserve(scope, "request"),
    ]);
    const kinds = verdicts.flatMap((verdict) => typeof verdict === "string" ? [] : [verdict.kind]);
    assert.deepEqual(kinds.toSorted(), ["reserved", "running", "running"]);
    service.clock.advance({ hours: 25 * 7 });
  }
});

Deno.test("a reservation that lapsed under the old key cannot be kept once the new one took over", async () => {
  await using service = await storeInMemory();
  const old = openAt(service, service.dataKeys);
  const first = await old.replays.reserve(SCOPE, "request");
  assert(first.kind === "reserved");
  await rotated(service);
  service.clock.advance({ seconds: 60 });
  const fresh = openAt(
    service,
    await openDataKeys({ ...service, secrets: { current: TEST_SECRET } }),
  );
  const second = await fresh.replays.reserve(SCOPE, "request");
  assert(second.kind === "reserved");
  const keep = async (reservation: typeof first.reservation) => {
    const unit = old.units.begin();
    reservation.keep(unit, { status: 200, headers: {}, body: { kind: "text", text: "" } });
    return (await old.units.commit(unit)).kind;
  };
  assert.equal(await keep(first.reservation), "refused");
  assert.equal(await keep(second.reservation), "committed");
});

Deno.test("rotateDataKey() says why it makes no key, and makes none", async (t) => {
  await using service = await storeInMemory();
  await addRing(service, "toString");
  const cases = [
    {
      purpose: "pairwise",
      code: "not_rotatable",
      says: /^The data key "pairwise" never rotates: it makes every sub .* changes them all$/,
    },
    { purpose: "toString", code: "no_such_purpose", says: /toString/ },
    { purpose: "at_rest", code: "no_such_purpose", says: /there are at-rest, .*idempotency/ },
  ];
  const before = await rings(service);
  for (const { purpose, code, says } of cases) {
    await t.step(purpose, async () => {
      const result = await rotateDataKey(
        { ...service, secrets: { current: TEST_SECRET } },
        purpose,
      );
      assert(!result.ok);
      assert.equal(result.refusal.code, code);
      assert.match(result.refusal.message, says);
      assert.deepEqual(await rings(service), before);
    });
  }
  await t.step("under a secret that the keys are not wrapped by yet", async () => {
    const result = await rotateDataKey({ ...service, secrets: moving }, "at-rest");
    assert(!result.ok && result.refusal.code === "rewrap_first");
    assert.deepEqual(await rings(service), before);
  });
  await t.step("under a wrong secret", async () => {
    await assert.rejects(
      rotateDataKey({ ...service, secrets: { current: WRONG_SECRET } }, "at-rest"),
      /^Error: AVAL_SECRET_KEY is not the secret/,
    );
    assert.deepEqual(await rings(service), before);
  });
});

Deno.test("rotateDataKey() keeps the places of a record within a commit", async () => {
  await using service = await storeInMemory();
  for (let n = 0; n < 8; n++) await rotated(service);
  const secrets = { current: TEST_SECRET };
  const refused = await rotateDataKey({ ...service, secrets }, "idempotency");
  assert(!refused.ok && refused.refusal.code === "too_often");
  assert.equal((await rotateDataKey({ ...service, secrets }, "at-rest")).ok, true);
  const { replays } = openAt(service, await openDataKeys({ ...service, secrets }));
  assert.equal((await replays.reserve(SCOPE, "request")).kind, "reserved");
  service.clock.advance({ hours: 7 * 24 + 1 });
  await rotated(service);
  assert.equal((await replays.reserve({ ...SCOPE, key: "order-2" }, "request")).kind, "reserved");
});

Deno.test("listDataKeys() shows no key material", async () => {
  await using service = await storeInMemory();
  await rotated(service, "at-rest");
  const listed = await listDataKeys(service.store);
  assert.deepEqual(
    listed.filter(({ purpose }) => purpose === "at-rest").map(({ state }) => state),
    ["RETIRED", "ACTIVE"],
  );
  const text = JSON.stringify(listed);
  for (const { value } of await rings(service)) {
    for (const { wrapped } of StoredRing.parse(value).keys) {
      assert(!text.includes(wrapped.ciphertext) && !text.includes(wrapped.iv));
    }
  }
});
