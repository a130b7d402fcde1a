import assert from "node:assert/strict";
import { z } from "zod";
import { ScreeningExport } from "../../core/data_subject/schema.ts";
import { hashOf } from "../../core/audit/chain.ts";
import { openCheckpoint } from "../../core/audit/checkpoint.ts";
import { hashLeaf, verifyInclusion } from "../../standards/tlog/merkle.ts";
import { clientPrefix, entryKey, outboxPrefix, Position } from "../../kv/audit/audit_records.ts";
import { put } from "../../kv/store/store.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";

const EXPORT = "/v1/screen/gdpr/export";
const ERASURE = "/v1/screen/gdpr/erasure-requests";
const key = (value: string) => ({ "idempotency-key": value });

/**
 * Verifies every entry of an export against its checkpoint; the schema permits only the members
 * that it names.
 */
async function verified({ status, body, text }: Answer): Promise<ScreeningExport> {
  assert.equal(status, 200, text);
  const { auditEntries, checkpoint, ...rest } = ScreeningExport.parse(body);
  assert(checkpoint !== null);
  const opened = await openCheckpoint(checkpoint.note, [checkpoint.verifierKey]);
  assert(opened.ok);
  const { head, root } = opened.value;
  for (const { hash, proof, ...entry } of auditEntries) {
    if (entry.seq === null || proof === null) continue;
    assert.equal(hashOf(entry as never), hash);
    const leaf = hashLeaf(Uint8Array.fromHex(hash ?? ""));
    const path = proof.map((sibling) => Uint8Array.fromBase64(sibling));
    assert(verifyInclusion({ leaf, index: entry.seq - 1, size: head.seq, root }, path));
  }
  return { auditEntries, checkpoint, ...rest };
}

/** Puts a hundred events of two clients alternately on the chain. */
async function interleaved(service: TestService): Promise<void> {
  for (let n = 0; n < 50; n++) {
    for (const client of ["acme", "globex"]) {
      await service.as(client).post("/v1/screen", { name: CLEAR_NAME });
    }
  }
  await service.auditEvents();
}

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`GET ${EXPORT} in ${mode} gives a client all of its entries, proven, and nobody else's`, async () => {
    await using service = await serviceInMemory({ mode });
    await interleaved(service);
    const exports = [];
    for (const client of ["acme", "globex"]) {
      const answer = await service.as(client).get(EXPORT);
      assert.equal(answer.headers.get("content-type"), "application/json");
      const { auditEntries, clientId, kyb } = await verified(answer);
      assert.deepEqual([clientId, kyb], [client, { linked: false }]);
      assert.equal(auditEntries.length, 50);
      assert(auditEntries.every(({ event, proof }) => event.clientId === client && proof !== null));
      const other = client === "acme" ? "globex" : "acme";
      assert(!answer.text.includes(other));
      exports.push(auditEntries.map(({ seq }) => seq));
    }
    assert.deepEqual(
      exports.flat().sort((a, b) => a! - b!),
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
  });

  Deno.test(`POST ${ERASURE} in ${mode} deletes the caller's idempotency records and nothing else`, async () => {
    await using service = await serviceInMemory({ mode });
    const [acme, globex] = [service.as("acme"), service.as("globex")];
    const first = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k0"));
    for (let n = 1; n < 25; n++) await acme.post("/v1/screen", { name: CLEAR_NAME }, key(`k${n}`));
    const others = await globex.post("/v1/screen", { name: POSSIBLE_NAME }, key("k0"));
    const erased = await acme.post(ERASURE, {});
    assert.deepEqual([erased.status, erased.body], [200, {
      deleted: { idempotencyRecords: 25 },
      requiresLegalReview: null,
    }]);
    assert.equal((await acme.post(ERASURE, {})).body.deleted.idempotencyRecords, 0);
    const again = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k0"));
    assert.equal(again.headers.get("idempotent-replayed"), null);
    const kept = await globex.post("/v1/screen", { name: POSSIBLE_NAME }, key("k0"));
    assert.equal(kept.text, others.text);
    const id = first.body.meta.decisionId;
    assert.equal((await acme.get(`/v1/screen/${id}`)).status, 200);
    const events = await service.auditEvents();
    assert.deepEqual(events.filter(({ kind }) => kind === "GDPR_ERASED"), [
      { kind: "GDPR_ERASED", clientId: "acme", service: "screening", idempotencyRecords: 25 },
      { kind: "GDPR_ERASED", clientId: "acme", service: "screening", idempotencyRecords: 0 },
    ]);
    assert.equal(events.filter(({ kind }) => kind === "SCREENING_DECISION").length, 27);
  });
}

Deno.test("an export and an erasure in live need a token that may do more than read", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  assert.equal((await service.fetch(EXPORT)).status, 401);
  assert.equal((await service.fetch(ERASURE, { method: "POST" })).status, 401);
  assert.equal((await agent.get(EXPORT)).status, 403);
  assert.equal((await agent.post(ERASURE, {})).status, 403);
  assert.deepEqual(await service.auditEvents(), []);
});

Deno.test(`GET ${EXPORT} of a client without entries is whole, also on an empty chain`, async () => {
  await using service = await serviceInMemory();
  const { body } = await service.as("acme").get(EXPORT);
  assert.deepEqual(ScreeningExport.parse(body), {
    clientId: "acme",
    generatedAt: "2026-03-02T09:00:00.000Z",
    checkpoint: null,
    auditEntries: [],
    kyb: { linked: false },
  });
});

Deno.test(`GET ${EXPORT} is audited once it is read, and the next one shows it`, async () => {
  await using service = await serviceInMemory();
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  await service.auditEvents();
  const head = await service.fetch(EXPORT, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal((await verified(await service.as("acme").get(EXPORT))).auditEntries.length, 1);
  await service.auditEvents();
  const second = await verified(await service.as("acme").get(EXPORT));
  assert.deepEqual(second.auditEntries.map(({ event }) => event), [
    second.auditEntries[0]?.event,
    { kind: "GDPR_EXPORTED", clientId: "acme", service: "screening", entries: 1, complete: true },
  ]);
});

Deno.test(`GET ${EXPORT} has what waits for its position, without one and without proof`, async () => {
  await using service = await serviceInMemory();
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  await service.auditEvents();
  for (const clientId of ["acme", "globex"]) {
    const recorded = {
      id: clientId,
      at: "2026-03-02T09:00:00.000Z",
      event: { kind: "LATER", clientId },
    };
    await service.store.commit([put(z.unknown(), [...outboxPrefix, 9e12, 0, clientId], recorded)]);
  }
  const { auditEntries } = await verified(await service.as("acme").get(EXPORT));
  assert.equal(auditEntries.length, 2);
  assert.deepEqual(auditEntries[1], {
    v: 1,
    seq: null,
    prev: null,
    id: "acme",
    at: "2026-03-02T09:00:00.000Z",
    event: { kind: "LATER", clientId: "acme" },
    hash: null,
    proof: null,
  });
});

Deno.test(`GET ${EXPORT} breaks off when it fails in the middle, and that is logged and audited`, async () => {
  await using service = await serviceInMemory();
  await interleaved(service);
  // The last of acme's positions names an entry of another client.
  await service.store.commit([put(Position, [...clientPrefix("acme"), 1_000], { seq: 100 })]);
  const answer = await service.fetch(EXPORT, { headers: { "x-aval-sandbox-client": "acme" } });
  assert.equal(answer.status, 200);
  await assert.rejects(answer.text());
  assert(service.logLines.some((line) => line.includes("export_failed")));
  const events = await service.auditEvents();
  assert.deepEqual(events.at(-1), {
    kind: "GDPR_EXPORTED",
    clientId: "acme",
    service: "screening",
    entries: 50,
    complete: false,
  });
});

Deno.test(`GET ${EXPORT} that its reader leaves is audited as incomplete`, async () => {
  await using service = await serviceInMemory();
  await interleaved(service);
  const { body } = await service.fetch(EXPORT, { headers: { "x-aval-sandbox-client": "acme" } });
  const reader = body!.getReader();
  await reader.read();
  await reader.cancel();
  const last = (await service.auditEvents()).at(-1);
  assert(last?.kind === "GDPR_EXPORTED" && !last.complete && last.entries > 0);
});

Deno.test(`GET ${EXPORT} of a chain that does not hold is given without a new signature`, async () => {
  await using service = await serviceInMemory();
  await interleaved(service);
  await service.runMaintenance();
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  await service.auditEvents();
  const last = await service.store.get(z.unknown(), entryKey(101));
  const { entry, hash } = last!.value as { entry: object; hash: string };
  await service.store.commit([last!.set({ entry: { ...entry, id: "changed" }, hash })]);
  const { auditEntries } = await verified(await service.as("acme").get(EXPORT));
  assert.equal(auditEntries.length, 51);
  assert.deepEqual([auditEntries[49]?.proof === null, auditEntries[50]?.proof], [false, null]);
  assert(service.logLines.some((line) => /audit_chain_broken.*hash_mismatch/.test(line)));
});

Deno.test(`POST ${ERASURE} leaves the key of a request that runs to it: it runs once`, async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await acme.post("/v1/screen", { name: CLEAR_NAME }, key("done"));
  const go = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(go.promise);
  const running = acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("runs"));
  await reached;
  const erased = await acme.post(ERASURE, {});
  assert.equal(erased.body.deleted.idempotencyRecords, 1);
  const waiting = acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("runs"));
  go.resolve();
  const [first, second] = await Promise.all([running, waiting]);
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
  const decisions = (await service.auditEvents()).filter(({ kind }) =>
    kind === "SCREENING_DECISION"
  );
  assert.equal(decisions.length, 2);
});

Deno.test(`POST ${ERASURE} at once with itself and with new requests counts every record once`, async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (let n = 0; n < 35; n++) await acme.post("/v1/screen", { name: CLEAR_NAME }, key(`k${n}`));
  const [a, b, c] = await Promise.all([
    acme.post(ERASURE, {}),
    acme.post(ERASURE, {}),
    acme.post(ERASURE, {}),
    ...Array.from(
      { length: 20 },
      (_, n) => acme.post("/v1/screen", { name: CLEAR_NAME }, key(`n${n}`)),
    ),
  ]);
  const counted = [a, b, c].reduce((sum, { body }) => sum + body.deleted.idempotencyRecords, 0);
  const rest = (await acme.post(ERASURE, {})).body.deleted.idempotencyRecords;
  assert.equal(counted + rest, 55);
});

Deno.test(`POST ${ERASURE} does not count what has expired or lapsed`, async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await acme.post("/v1/screen", { name: CLEAR_NAME }, key("old"));
  service.clock.advance({ hours: 24 });
  assert.equal((await acme.post(ERASURE, {})).body.deleted.idempotencyRecords, 0);
});
