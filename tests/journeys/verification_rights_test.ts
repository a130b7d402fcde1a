import assert from "node:assert/strict";
import { VerificationExport } from "../../core/data_subject/schema.ts";
import type { SessionInitiated } from "../../core/verification/schema.ts";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, sendAnswer, start, tokenHeader } from "../support/verifying.ts";

const EXPORT = "/v1/verify/gdpr/export";
const ERASURE = "/v1/verify/gdpr/erasure-requests";
const OF_AGE = { av_age_over_18: { age_over_18: true } };

/** Creates sessions of a client: pending, failed, completed with a pack and without. */
async function someSessions(service: TestService, client: string) {
  const as = service.as(client);
  const started: SessionInitiated[] = [];
  const [age, identity] = ["age-verification", "aml-identity"] as const;
  for (const checkType of [age, age, identity, age]) {
    const key = { "idempotency-key": `order-${started.length}` };
    started.push(await start(as, checkType, key));
  }
  const [, failed, withPack, completed] = started;
  assert(failed !== undefined && withPack !== undefined && completed !== undefined);
  await sendAnswer(service, failed.authorizationRequest, { error: "access_denied" });
  await present(service, withPack, { pid_aml_identity: ERIKA });
  await present(service, completed, OF_AGE);
  return started;
}

Deno.test(`GET ${EXPORT} gives a client every session and audit entry, and nobody else's`, async () => {
  await using service = await serviceInMemory();
  await someSessions(service, "acme");
  const others = await someSessions(service, "globex");
  await service.auditEvents();
  const answer = await service.as("acme").get(EXPORT);
  const { clientId, sessions, auditEntries } = VerificationExport.unwrap().strict().parse(
    answer.body,
  );
  assert.equal(clientId, "acme");
  const listed = (await service.as("acme").get("/v1/verify/sessions?clientId=acme")).body.sessions;
  assert.deepEqual(sessions, listed);
  assert.deepEqual(
    sessions.map(({ status }) => status).toSorted(),
    ["completed", "completed", "failed", "pending"],
  );
  assert.deepEqual(auditEntries.map(({ event }) => event.kind), [
    "VERIFICATION_DECISION",
    "VERIFICATION_DECISION",
  ]);
  assert(!answer.text.includes("globex"));
  for (const { sessionId } of others) assert(!answer.text.includes(sessionId));
  const [last] = (await service.auditEvents()).slice(-1);
  assert.deepEqual(last, {
    kind: "GDPR_EXPORTED",
    clientId: "acme",
    service: "verification",
    entries: 2,
    complete: true,
  });
});

Deno.test("an export of many sessions is whole", async () => {
  await using service = await serviceInMemory();
  for (let n = 0; n < 35; n++) await start(service.as("acme"), "age-verification");
  const { sessions } = (await service.as("acme").get(EXPORT)).body;
  assert.equal(new Set(sessions.map(({ sessionId }: { sessionId: string }) => sessionId)).size, 35);
});

Deno.test("an export that breaks off among the sessions is on the audit chain all the same", async () => {
  await using service = await serviceInMemory();
  // More than one piece of the answer.
  for (let n = 0; n < 150; n++) await start(service.as("acme"), "age-verification");
  const headers = { "x-aval-sandbox-client": "acme" };
  const { body } = await service.fetch(EXPORT, { headers });
  assert(body !== null);
  const reader = body.getReader();
  const { value } = await reader.read();
  assert(!new TextDecoder().decode(value).includes("auditEntries"));
  await reader.cancel();
  assert.deepEqual(await service.auditEvents(), [{
    kind: "GDPR_EXPORTED",
    clientId: "acme",
    service: "verification",
    entries: 0,
    complete: false,
  }]);
});

Deno.test(`POST ${ERASURE} deletes every session, decision, pack and record of its client, and counts them`, async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const kept = async () => {
    const kinds: string[] = [];
    for await (const { key: [kind] } of snapshotOfFile(kv)) kinds.push(String(kind));
    const of = ["verification_session", "client_session", "evidence_pack", "chunk", "replay"];
    return kinds.filter((kind) => of.includes(kind)).toSorted();
  };
  {
    await using service = await serviceInMemory({ kv });
    const erased = await someSessions(service, "acme");
    const stayed = await someSessions(service, "globex");
    const entries = await service.auditEvents();
    const answer = await service.as("acme").post(ERASURE, {});
    assert.deepEqual([answer.status, answer.body], [200, {
      deleted: { sessions: 4, logins: 0, idempotencyRecords: 4 },
      requiresLegalReview: null,
    }]);
    assert.deepEqual(await kept(), [
      ...Array(4).fill("client_session"),
      "evidence_pack",
      ...Array(4).fill("replay"),
      ...Array(4).fill("verification_session"),
    ]);
    for (const started of erased) {
      assert.equal((await service.as("acme").get(pathOf(started))).status, 404);
      assert.equal((await present(service, started, {})).status, 404);
      const headers = tokenHeader(started.sessionToken);
      assert.equal((await service.fetch(pathOf(started), { headers })).status, 401);
    }
    for (const started of stayed) {
      assert.equal((await service.as("globex").get(pathOf(started))).status, 200);
    }
    // The shared chain is longer by one entry, and otherwise as it was.
    const after = await service.auditEvents();
    assert.deepEqual(after.slice(0, -1), entries);
    assert.deepEqual(after.at(-1), {
      kind: "GDPR_ERASED",
      clientId: "acme",
      service: "verification",
      idempotencyRecords: 4,
      sessions: 4,
      logins: 0,
    });
    const again = await service.as("acme").post(ERASURE, {});
    assert.deepEqual(again.body.deleted, { sessions: 0, logins: 0, idempotencyRecords: 0 });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("an idempotency key of an erased session starts a new one", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  const first = await start(acme, "age-verification", key);
  await acme.post(ERASURE, {});
  assert.notEqual((await start(acme, "age-verification", key)).sessionId, first.sessionId);
});

Deno.test("an erasure while a callback is about to be committed leaves nothing of either", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const started = await start(acme, "aml-identity");
  const release = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(release.promise);
  const callback = present(service, started, { pid_aml_identity: ERIKA });
  await reached;
  assert.equal((await acme.post(ERASURE, {})).body.deleted.sessions, 1);
  release.resolve();
  const { status, body } = await callback;
  assert.deepEqual([status, body.error], [404, "not_found"]);
  assert.equal((await acme.get(pathOf(started))).status, 404);
  assert.deepEqual((await service.auditEvents()).map(({ kind }) => kind), ["GDPR_ERASED"]);
});

Deno.test("an initiation that is committed while an erasure runs is whole: replayed, or started anew", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  const release = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(release.promise);
  const first = start(acme, "age-verification", key);
  await reached;
  await acme.post(ERASURE, {});
  release.resolve();
  const started = await first;
  assert.deepEqual(await start(acme, "age-verification", key), started);
  assert.equal((await acme.get(pathOf(started))).status, 200);
});

Deno.test("a replay of a session that an erasure has just taken waits for the erasure to end", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  const { sessionId } = await start(acme, "age-verification", key);
  // As an erasure leaves it after the first of its two steps.
  await service.store.commit([
    { kind: "remove", key: ["verification_session", sessionId], chunks: 0 },
  ]);
  const body = { clientId: "acme", checkType: "age-verification", countryCode: "DE" };
  const answer = await acme.post("/v1/verify/sessions", body, key);
  assert.deepEqual([answer.status, answer.body.error], [409, "idempotency_key_in_progress"]);
  assert.equal(answer.headers.get("retry-after"), "1");
  assert.equal((await acme.post(ERASURE, {})).body.deleted.idempotencyRecords, 1);
  assert.equal((await acme.post("/v1/verify/sessions", body, key)).status, 200);
});
