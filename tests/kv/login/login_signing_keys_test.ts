import assert from "node:assert/strict";
import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { LoginSigningKeys } from "../../../core/login/ports.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { auditOutbox, Outgoing } from "../../../kv/audit/audit_records.ts";
import { rewrapDataKeys } from "../../../kv/credentials/rewrap.ts";
import {
  activateSigningKey,
  listSigningKeys,
  newSigningKey,
  revokeSigningKey,
  type SigningKeyMoves,
} from "../../../kv/keys/signing_key_moves.ts";
import { signingKeysKey, StoredSigningKeys } from "../../../kv/keys/stored_signing_keys.ts";
import type { Secrets } from "../../../kv/keys/wrapped_key.ts";
import { openLoginSigningKeys } from "../../../kv/login/login_signing_keys.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type StoreInMemory, storeInMemory, TEST_SECRET } from "../../support/store.ts";

const NEW_SECRET = new Uint8Array(32).fill(8);
const WRONG_SECRET = new Uint8Array(32).fill(9);
const times = { jwksCacheSeconds: 300, idTokenMinutes: 5 };

function movesOf(service: StoreInMemory, secrets: Secrets = { current: TEST_SECRET }) {
  const { store } = service;
  const audit = openOperatorAudit(service);
  return { ...service, secrets, audit, units: openUnits(store) } satisfies SigningKeyMoves;
}

/** One of several servers on the store. */
function openServer(service: StoreInMemory, secrets?: Secrets): Promise<LoginSigningKeys> {
  return openLoginSigningKeys(movesOf(service, secrets));
}

async function kidsOf(keys: LoginSigningKeys): Promise<readonly string[]> {
  return (await keys.published()).map(({ kid }) => kid);
}

async function signs(keys: LoginSigningKeys): Promise<string> {
  return (await keys.signer()).kid;
}

async function add(service: StoreInMemory): Promise<string> {
  const made = await newSigningKey(movesOf(service));
  assert(made.ok);
  return made.value;
}

async function activate(service: StoreInMemory, kid: string): Promise<string> {
  const activated = await activateSigningKey(movesOf(service), { kid, ...times });
  assert(activated.ok);
  return activated.value;
}

async function revoke(service: StoreInMemory, kid: string) {
  const revoked = await revokeSigningKey(movesOf(service), kid);
  assert(revoked.ok);
  return revoked.value;
}

/** Key moves in the audit log: from, to and key, in order. */
async function audited({ store }: StoreInMemory) {
  const recorded = await Array.fromAsync(store.list(Outgoing, { prefix: auditOutbox.key() }));
  return recorded.map(({ value: { event } }) => event);
}

Deno.test("the first start makes one ACTIVE key, which signs at once, whoever starts beside it", async () => {
  await using service = await storeInMemory();
  const servers = await Promise.all(Array.from({ length: 8 }, () => openServer(service)));
  const listed = await listSigningKeys(service.store);
  assert.deepEqual(listed.map(({ state }) => state), ["ACTIVE"]);
  const [{ kid } = assert.fail()] = listed;
  for (const server of servers) {
    assert.equal(await signs(server), kid);
    assert.deepEqual(await kidsOf(server), [kid]);
  }
  // Nobody's act: a sandbox that nobody has used has an empty chain.
  assert.deepEqual(await audited(service), []);
});

Deno.test("what signs verifies by what is published, under its thumbprint, and nothing private is", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const { kid, key } = await server.signer();
  const [jwk = assert.fail(), ...others] = await server.published();
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...jwk, x: null, y: null },
    { kty: "EC", crv: "P-256", x: null, y: null, kid, use: "sig", alg: "ES256" },
  );
  assert.equal(await calculateJwkThumbprint({ ...jwk }), kid);
  const token = await new SignJWT({}).setProtectedHeader({ alg: "ES256", kid }).sign(key);
  await jwtVerify(token, await importJWK({ ...jwk }));
  assert.equal(key.extractable, false);
  await assert.rejects(crypto.subtle.exportKey("jwk", key));
  const raw = await service.store.get(z.unknown(), signingKeysKey);
  assert.doesNotMatch(JSON.stringify(raw?.value), /"d"|BEGIN|MIGH/);
  assert.doesNotMatch(JSON.stringify(await listSigningKeys(service.store)), /wrapped|ciphertext/);
});

Deno.test("a NEW key is published nowhere; activated it is at once, and signs one cache lifetime later", async () => {
  await using service = await storeInMemory();
  const [one, other] = [await openServer(service), await openServer(service)];
  const first = await signs(one);
  const second = await add(service);
  assert.deepEqual(await kidsOf(one), [first]);
  assert.equal(await activate(service, second), "2026-03-02T09:05:00.000Z");
  for (const server of [one, other]) {
    assert.deepEqual(await kidsOf(server), [first, second]);
    assert.equal(await signs(server), first);
  }
  service.clock.advance({ milliseconds: 299_999 });
  assert.equal(await signs(one), first);
  service.clock.advance({ milliseconds: 1 });
  assert.equal(await signs(one), second);
  assert.equal(await signs(other), second);
  service.clock.advance({ hours: 24 });
  assert.deepEqual(await kidsOf(one), [first, second], "a ROTATED key stays until it is revoked");
});

Deno.test("a ROTATED key may be revoked without harm when its last id_token has expired", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const first = await signs(server);
  await activate(service, await add(service));
  const rotated = (await listSigningKeys(service.store)).find(({ kid }) => kid === first);
  assert.equal(rotated?.state, "ROTATED");
  assert.equal(rotated.signsUntil, "2026-03-02T09:05:00.000Z");
  assert.equal(rotated.neededUntil, "2026-03-02T09:10:00.000Z");
});

Deno.test("a revoked key is gone from the next answer of every server, with its private part", async () => {
  await using service = await storeInMemory();
  const servers = [await openServer(service), await openServer(service)];
  const first = await signs(servers[0]!);
  const second = await add(service);
  await activate(service, second);
  for (const server of servers) assert.equal(await signs(server), first);
  assert.equal(await revoke(service, first), "ROTATED");
  for (const server of servers) {
    assert.equal(await signs(server), second, "the ACTIVE one signs at once");
    assert.deepEqual(await kidsOf(server), [second]);
  }
  const { value } = await service.store.get(StoredSigningKeys, signingKeysKey) ?? assert.fail();
  const [gone] = value.keys;
  assert.deepEqual([gone?.state, gone?.wrapped], ["REVOKED", undefined]);
  const listed = await listSigningKeys(service.store);
  assert.equal(listed.find(({ kid }) => kid === second)?.signsFrom, "2026-03-02T09:00:00.000Z");
});

Deno.test("of keys activated one after the other within a cache lifetime only the last one comes to sign", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const first = await signs(server);
  const [second, third] = [await add(service), await add(service)];
  await activate(service, second);
  service.clock.advance({ seconds: 200 });
  await activate(service, third);
  service.clock.advance({ seconds: 299 });
  assert.equal(await signs(server), first, "the third has not been published for long enough");
  service.clock.advance({ seconds: 1 });
  assert.equal(await signs(server), third);
  assert.deepEqual(await kidsOf(server), [first, second, third]);
  assert.equal(await revoke(service, second), "ROTATED");
  assert.equal(await signs(server), third);
});

Deno.test("a key that was revoked while it signed is not followed by one that had been rotated out", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const [second, third] = [await add(service), await add(service)];
  await activate(service, second);
  service.clock.advance({ minutes: 10 });
  await activate(service, third);
  assert.equal(await signs(server), second);
  await revoke(service, second);
  assert.equal(await signs(server), third);
});

Deno.test("what would leave nothing that signs, or what makes no sense, is refused and changes nothing", async (t) => {
  await using service = await storeInMemory();
  const moves = movesOf(service);
  const early = await newSigningKey(moves);
  assert(!early.ok && early.refusal.code === "no_keys");
  const first = await signs(await openServer(service));
  const second = await add(service);
  const revoked = await add(service);
  assert.equal(await revoke(service, revoked), "NEW");
  const before = await service.store.get(z.unknown(), signingKeysKey);
  const activateKey = (kid: string) => activateSigningKey(moves, { kid, ...times });
  const cases = [
    { why: "the only ACTIVE one", run: () => revokeSigningKey(moves, first), code: "is_active" },
    { why: "an unknown one", run: () => revokeSigningKey(moves, "x"), code: "no_such_key" },
    { why: "twice", run: () => revokeSigningKey(moves, revoked), code: "is_revoked" },
    { why: "ACTIVE again", run: () => activateKey(first), code: "not_new" },
    { why: "REVOKED to ACTIVE", run: () => activateKey(revoked), code: "not_new" },
    { why: "unknown to ACTIVE", run: () => activateKey("x"), code: "no_such_key" },
    {
      why: "under a secret that wraps nothing yet",
      run: () => newSigningKey(movesOf(service, { current: NEW_SECRET, previous: TEST_SECRET })),
      code: "rewrap_first",
    },
  ];
  const entries = (await audited(service)).length;
  for (const { why, run, code } of cases) {
    await t.step(why, async () => {
      const result = await run();
      assert(!result.ok);
      assert.equal(result.refusal.code, code);
      assert.deepEqual(
        (await service.store.get(z.unknown(), signingKeysKey))?.check,
        before?.check,
      );
    });
  }
  const refusal = await revokeSigningKey(moves, first);
  assert(!refusal.ok);
  assert.match(refusal.refusal.message, /activate another first/);
  assert.equal((await audited(service)).length, entries);
  await assert.rejects(
    newSigningKey(movesOf(service, { current: WRONG_SECRET })),
    /AVAL_SECRET_KEY is not the secret/,
  );
  await assert.rejects(openServer(service, { current: WRONG_SECRET }), /AVAL_SECRET_KEY is not/);
  assert.equal(await activate(service, second), "2026-03-02T09:05:00.000Z");
});

Deno.test("every act is audited in the commit that makes it", async () => {
  await using service = await storeInMemory();
  const first = await signs(await openServer(service));
  service.clock.advance({ seconds: 1 });
  const second = await add(service);
  service.clock.advance({ seconds: 1 });
  await activate(service, second);
  service.clock.advance({ seconds: 1 });
  await revoke(service, first);
  const moves = (await audited(service)).map((event) => ({ ...event }) as Record<string, unknown>);
  assert.deepEqual(moves.map(({ keyId, from, to }) => [keyId, from, to]), [
    [second, null, "NEW"],
    [first, "ACTIVE", "ROTATED"],
    [second, "NEW", "ACTIVE"],
    [first, "ROTATED", "REVOKED"],
  ]);
});

Deno.test("two that activate at once leave one ACTIVE key", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const kids = [await add(service), await add(service), await add(service)];
  await Promise.all(kids.map((kid) => activate(service, kid)));
  const states = (await listSigningKeys(service.store)).map(({ state }) => state);
  assert.deepEqual(states.filter((state) => state === "ACTIVE").length, 1);
  assert.deepEqual(states.filter((state) => state === "ROTATED").length, 3);
  assert.equal((await kidsOf(server)).length, 4);
});

Deno.test("admin keys rewrap moves the signing keys as well: running servers and new ones sign on", async () => {
  await using service = await storeInMemory();
  const running = await openServer(service);
  const second = await add(service);
  await activate(service, second);
  const kids = await kidsOf(running);
  const moving: Secrets = { current: NEW_SECRET, previous: TEST_SECRET };
  const all = await Array.fromAsync(service.store.list(z.unknown(), { prefix: ["data_key"] }));
  assert.equal(await rewrapDataKeys({ ...service, secrets: moving }), all.length + 2);
  assert.equal(await rewrapDataKeys({ ...service, secrets: moving }), 0);
  assert.deepEqual(await kidsOf(running), kids);
  const started = await openServer(service, { current: NEW_SECRET });
  assert.deepEqual(await started.published(), await running.published());
  await assert.rejects(openServer(service), /AVAL_SECRET_KEY is not the secret/);
});

Deno.test("whoever writes the store and has no secret has no key published", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const entry = await service.store.get(StoredSigningKeys, signingKeysKey) ?? assert.fail();
  const [active = assert.fail()] = entry.value.keys;
  const forged = { ...active, kid: "A".repeat(43), state: "ROTATED" as const };
  assert(await service.store.commit([entry.set({ keys: [active, forged] })]));
  await assert.rejects(server.published(), /is damaged/);
});

Deno.test("a key whose turn never came does not sign when the one before it is revoked", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const first = await signs(server);
  const [second, third] = [await add(service), await add(service)];
  await activate(service, second);
  service.clock.advance({ seconds: 10 });
  await activate(service, third);
  await revoke(service, first);
  assert.equal(await signs(server), third);
});

Deno.test("a key that no server could open is not activated, and nothing changes", async () => {
  await using service = await storeInMemory();
  const server = await openServer(service);
  const entry = await service.store.get(StoredSigningKeys, signingKeysKey) ?? assert.fail();
  const [active = assert.fail()] = entry.value.keys;
  const kid = "A".repeat(43);
  const damaged = { ...active, kid, state: "NEW" as const };
  assert(await service.store.commit([entry.set({ keys: [active, damaged] })]));
  await assert.rejects(activateSigningKey(movesOf(service), { kid, ...times }), /is damaged/);
  assert.deepEqual(await kidsOf(server), [active.kid]);
  assert.equal(await signs(server), active.kid);
});
