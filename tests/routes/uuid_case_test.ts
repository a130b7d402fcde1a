/** Ids in upper case (RFC 9562 §4) are the same ids, wherever a request contains them. */

import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import { batchBody, BATCHES, preparedBatch } from "../support/credential_batches.ts";
import { redeemedDemo } from "../support/demo_credential.ts";
import { serviceInMemory, type TestClient } from "../support/service.ts";
import { standInSigning } from "../support/stand_in_signing.ts";

/** The id in upper case, asserted to be a different text. */
function upper(id: string): string {
  assert.notEqual(id.toUpperCase(), id);
  return id.toUpperCase();
}

/** Asserts that a path gives the same result with its id in either case. */
async function assertSame(client: TestClient, pathOf: (id: string) => string, id: string) {
  const expected = await client.get(pathOf(id));
  assert.equal(expected.status, 200, expected.text);
  const read = await client.get(pathOf(upper(id)));
  assert.deepEqual([read.status, read.body], [200, expected.body]);
}

/**
 * Asserts that of two posts with one key, one with the id in upper case and one in lower case, the
 * second is a replay.
 */
async function assertOneRequest(
  client: TestClient,
  send: (id: string) => { readonly path: string; readonly body: unknown },
  id: string,
) {
  const key = { "idempotency-key": "either-case" };
  const [first, again] = [send(upper(id)), send(id)];
  const answer = await client.post(first.path, first.body, key);
  assert(answer.status < 300, answer.text);
  const replay = await client.post(again.path, again.body, key);
  assert.deepEqual([replay.status, replay.text], [answer.status, answer.text]);
  assert.equal(replay.headers.get("idempotent-replayed"), "true");
}

Deno.test("a decision is read and reviewed by its id in either case", async () => {
  await using service = await serviceInMemory();
  const bank = service.as("bank");
  const { body } = await bank.post("/v1/screen", { name: "Victor Sandburgov" });
  assert.equal(body.classification, "POSSIBLE_MATCH");
  await assertSame(bank, (id) => `/v1/screen/${id}`, body.meta.decisionId);
  await assertOneRequest(
    bank,
    (id) => ({ path: `/v1/screen/${id}/review`, body: { decision: "false_positive" } }),
    body.meta.decisionId,
  );
});

Deno.test("a verification session is read by its id in either case", async () => {
  await using service = await serviceInMemory({ mode: "sandbox" });
  const acme = service.as("acme");
  const started = await acme.post("/v1/verify/sessions", {
    clientId: "acme",
    checkType: "age-verification",
    channel: "redirect",
  });
  assert.equal(started.status, 200, started.text);
  await assertSame(acme, (id) => `/v1/verify/sessions/${id}?clientId=acme`, started.body.sessionId);
});

Deno.test("templates, batches and their items are named in either case, in paths and in bodies", async () => {
  await using service = await serviceInMemory();
  const { registry, templateId, batchId, itemIds: [itemId = ""] } = await preparedBatch(service);
  await assertSame(registry, (id) => `${BATCHES}/${id}`, batchId);
  await assertOneRequest(registry, (id) => ({ path: BATCHES, body: batchBody(id) }), templateId);
  const created = await registry.post(BATCHES, batchBody(upper(templateId)));
  assert.equal(created.status, 201);
  const recheck = await registry.post(
    `${BATCHES}/${upper(batchId)}/items/${upper(itemId)}/recheck`,
    { signatoryId: "sandbox-clerk", claimValues: {} },
  );
  assert.notEqual(recheck.status, 404, recheck.text);
});

Deno.test("a status list is read by its id in either case", async () => {
  await using service = await serviceInMemory({ env: { AVAL_BASE_URL: "https://aval.example" } });
  const { status: { listId } } = await redeemedDemo(service);
  const path = "/v1/credentials/status-lists";
  const [lower, other] = [
    await service.fetch(`${path}/${listId}`),
    await service.fetch(`${path}/${upper(listId)}`),
  ];
  assert.deepEqual([lower.status, other.status], [200, 200]);
  assert.equal(await other.text(), await lower.text());
});

/**
 * Id of a person in the approved application of the sandbox's own client, in
 * fixtures/kyb/applications.json.
 */
const DIRECTOR = "0199a000-0004-7000-8000-000000000002";

Deno.test("seal and sign take the person's id in either case, on file and in the request", async (t) => {
  const cases = [
    { path: "/v1/seal", member: "authorizingRepresentativeId" },
    { path: "/v1/sign", member: "signerId" },
  ];
  for (const { path, member } of cases) {
    await t.step(path, async () => {
      const stand = standInSigning();
      await using service = await serviceInMemory({ signing: stand.service });
      await putRecord(service, "sandbox", {
        status: "ACTIVE",
        sealCredential: { credentialId: "seal-1" },
        // As an operator may have written it.
        signingCredentials: [{ personId: upper(DIRECTOR), credentialId: "sign-1" }],
      });
      const document = new TextEncoder().encode("%PDF-1.7\n%%EOF\n").toBase64();
      await assertOneRequest(
        service.as("sandbox"),
        (id) => ({ path, body: { document, [member]: id } }),
        DIRECTOR,
      );
      assert.equal(stand.signed.length, 1);
      const [event] = (await service.auditEvents()).filter(({ kind }) =>
        kind.startsWith("DOCUMENT_")
      );
      assert.equal((event as { readonly personId?: string } | undefined)?.personId, DIRECTOR);
    });
  }
});
