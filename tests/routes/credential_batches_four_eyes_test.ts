import assert from "node:assert/strict";
import {
  approve,
  approvedTemplate,
  assertionOf,
  batchBody,
  BATCHES,
  CLERK,
  DEAN,
  DEGREE,
  type PreparedBatch,
  preparedBatch,
  putAgain,
  REGISTRAR,
  student,
} from "../support/credential_batches.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";

const UNKNOWN = "0198c0de-0000-7000-8000-00000000000a";

async function recheck(
  { registry, batchId, itemIds: [itemId] }: PreparedBatch,
  { by = CLERK, claimValues = DEGREE as unknown, headers = {} } = {},
): Promise<Answer> {
  const path = `${BATCHES}/${batchId}/items/${itemId}/recheck`;
  return await registry.post(path, { recheckingSignatoryId: by, claimValues }, headers);
}

Deno.test("POST recheck names what differs by the canonical form, and no value", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  const { family_name, thesis: { title, language }, ...others } = DEGREE;
  const reordered = { thesis: { language, title }, ...others, family_name };
  const same = await recheck(batch, { claimValues: reordered });
  assert.deepEqual(same.body, { itemId: batch.itemIds[0], matches: true, differences: [] });
  const differing = await recheck(batch, {
    claimValues: {
      ...others,
      thesis: { title, language: "de" },
      award_level: "doctorate",
      Secretissima: 1,
    },
  });
  assert.deepEqual(differing.body, {
    itemId: batch.itemIds[0],
    matches: false,
    differences: [
      { claim: "family_name", kind: "missing" },
      { claim: "award_level", kind: "different" },
      { claim: "thesis", kind: "different" },
      { claim: "*", kind: "unexpected" },
    ],
  });
  const read = await batch.registry.get(`${BATCHES}/${batch.batchId}`);
  const { lastRecheck } = read.body.items[0];
  assert.deepEqual([lastRecheck.matches, lastRecheck.recheckingSignatoryId], [false, CLERK]);
  const kinds = (await service.auditEvents()).filter(({ kind }) => kind === "BATCH_ITEM_RECHECKED");
  assert.deepEqual(kinds.map((event) => "matches" in event && event.matches), [true, false]);
});

Deno.test("POST recheck names no claim that only the row has", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry, {
    type: "object",
    properties: { award_title: { type: "string" } },
  });
  const claimValues = { award_title: "BSc", Secretissima: 1, "Wilhelmina Recognisable": 2 };
  const created = await registry.post(
    BATCHES,
    batchBody(templateId, [student(1, { claimValues })]),
  );
  const { batchId } = created.body;
  const { items: [{ itemId }] } = (await registry.get(`${BATCHES}/${batchId}`)).body;
  const batch = { registry, templateId, batchId, itemIds: [itemId] };
  const differing = await recheck(batch, {
    claimValues: { award_title: "MSc", Secretissima: 3, other: 4 },
  });
  assert.deepEqual(differing.body.differences, [
    { claim: "award_title", kind: "different" },
    { claim: "*", kind: "different" },
    { claim: "*", kind: "missing" },
    { claim: "*", kind: "unexpected" },
  ]);
  assert.equal((await recheck(batch, { claimValues })).body.matches, true);
});

Deno.test("POST recheck replays the original comparison, and another payload conflicts", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  const headers = { "idempotency-key": "recheck-1" };
  const wrong = { ...DEGREE, award_level: "master" };
  const first = await recheck(batch, { claimValues: wrong, headers });
  await recheck(batch);
  const again = await recheck(batch, { claimValues: wrong, headers });
  assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"]);
  // The replay has noted nothing: the last recheck is the one that matched.
  assert.equal((await approve(service, batch)).status, 200);
  const conflict = await recheck(batch, { headers });
  assert.equal(conflict.body.error, "idempotency_key_conflict");
});

Deno.test("POST recheck is refused to the preparing signatory, to strangers and after the approval", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  assert.equal((await recheck(batch, { by: REGISTRAR })).body.error, "four_eyes_violation");
  assert.equal((await recheck(batch, { by: "nobody" })).status, 404);
  assert.equal((await recheck({ ...batch, itemIds: [UNKNOWN] })).status, 404);
  assert.equal((await recheck({ ...batch, batchId: UNKNOWN })).status, 404);
  await approve(service, batch);
  assert.equal((await recheck(batch)).body.error, "batch_not_approvable");
});

Deno.test("POST approve waits until no item's last recheck differs", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  await recheck(batch, { claimValues: {} });
  assert.equal((await approve(service, batch)).body.error, "batch_not_approvable");
  await recheck(batch);
  assert.equal((await approve(service, batch)).status, 200);
});

Deno.test("POST approve is refused to whoever has prepared the batch or rechecked an item of it", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  await recheck(batch);
  for (const by of [REGISTRAR, CLERK]) {
    const refused = await approve(service, batch, { by });
    assert.deepEqual([refused.status, refused.body.error], [409, "four_eyes_violation"]);
  }
  assert.equal((await approve(service, batch)).status, 200);
});

Deno.test("POST approve and recheck know one person under two ids", async () => {
  await using service = await serviceInMemory();
  await putAgain(service, REGISTRAR, "registrar-again");
  await putAgain(service, CLERK, "clerk-again");
  const batch = await preparedBatch(service);
  const own = await recheck(batch, { by: "registrar-again" });
  assert.deepEqual([own.status, own.body.error], [409, "four_eyes_violation"]);
  assert.equal((await recheck(batch)).status, 200);
  for (const [by, person] of [["registrar-again", REGISTRAR], ["clerk-again", CLERK]] as const) {
    const refused = await approve(service, batch, { by, person });
    assert.deepEqual([refused.status, refused.body.error], [409, "four_eyes_violation"]);
  }
  assert.equal((await approve(service, batch)).status, 200);
});

Deno.test("POST approve needs an assertion of the very signatory, at each repeat", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  const { registry, batchId } = batch;
  const path = `${BATCHES}/${batchId}/approve`;
  const post = (headers: Readonly<Record<string, string>>) =>
    registry.post(path, { approvedBySignatoryId: DEAN }, headers);
  const header = "x-credentials-step-up-assertion";
  const missing = await post({});
  assert.equal(missing.status, 401);
  assert.match(
    missing.headers.get("www-authenticate") ?? "",
    /error="insufficient_user_authentication"/,
  );
  const another = await post({ [header]: await assertionOf(service, CLERK) });
  assert.equal(another.status, 401);
  const assertion = await assertionOf(service, DEAN);
  const key = { "idempotency-key": "approve-1" };
  const approved = await post({ ...key, [header]: assertion });
  assert.equal(approved.status, 200, approved.text);
  // A replay shows one too: the one that was used for it, or a fresh one.
  assert.equal((await post(key)).status, 401);
  const literal = await post({ ...key, [header]: assertion });
  assert.deepEqual([literal.status, literal.text], [200, approved.text]);
  assert.equal((await post({ [header]: assertion })).status, 401);
  const replayed = await post({ ...key, [header]: await assertionOf(service, DEAN) });
  assert.deepEqual([replayed.status, replayed.text], [200, approved.text]);
  assert.equal(replayed.headers.get("idempotent-replayed"), "true");
  const again = await post({ [header]: await assertionOf(service, DEAN) });
  assert.equal(again.body.error, "batch_not_approvable");
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_APPROVED").length, 1);
});

Deno.test("POST approve: of many at once one wins", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  const answers = await Promise.all(Array.from({ length: 8 }, () => approve(service, batch)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_APPROVED").length, 1);
});

Deno.test("a recheck that differs and an approval at once: never both", async () => {
  for (let round = 0; round < 8; round++) {
    await using service = await serviceInMemory({ seed: round });
    const batch = await preparedBatch(service);
    const [checked, approved] = await Promise.all([
      recheck(batch, { claimValues: {} }),
      approve(service, batch),
    ]);
    assert.deepEqual([checked.status, approved.status].sort(), [200, 409]);
  }
});

Deno.test("POST revoke before the approval settles an item whose recheck differs", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  const { registry, batchId, itemIds: [itemId] } = batch;
  await recheck(batch, { claimValues: {} });
  assert.equal((await approve(service, batch)).body.error, "batch_not_approvable");
  const revoked = await registry.post(`${BATCHES}/${batchId}/items/${itemId}/revoke`, {});
  assert.equal(revoked.status, 200, revoked.text);
  assert.equal((await approve(service, batch)).status, 200);
  const read = await registry.get(`${BATCHES}/${batchId}`);
  const statuses = read.body.items.map(({ status }: { readonly status: string }) => status);
  assert.deepEqual(statuses, ["REVOKED", "OFFERED"]);
});

Deno.test("POST recheck takes many of one batch at once", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service, 40);
  const answers = await Promise.all(
    batch.itemIds.map((itemId) => recheck({ ...batch, itemIds: [itemId] })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  // None of them was lost: the clerk has rechecked, and no longer approves.
  const read = await batch.registry.get(`${BATCHES}/${batch.batchId}`);
  const notes = read.body.items.map(({ lastRecheck }: Record<string, unknown>) => lastRecheck);
  assert(notes.every((note: { readonly matches?: boolean } | null) => note?.matches === true));
  assert.equal((await approve(service, batch, { by: CLERK })).body.error, "four_eyes_violation");
});

Deno.test("POST recheck that differs, of many items of one batch at once, loses none", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service, 12);
  const answers = await Promise.all(
    batch.itemIds.map((itemId) => recheck({ ...batch, itemIds: [itemId] }, { claimValues: {} })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const mend = batch.itemIds.slice(1).map((itemId) => recheck({ ...batch, itemIds: [itemId] }));
  assert((await Promise.all(mend)).every(({ body }) => body.matches === true));
  assert.equal((await approve(service, batch)).body.error, "batch_not_approvable");
});
