import assert from "node:assert/strict";
import {
  approvedTemplate,
  assertionOf,
  batchBody,
  BATCHES,
  CLERK,
  DEAN,
  DEGREE,
  REGISTRAR,
} from "../support/credential_batches.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const header = "x-credentials-step-up-assertion";

/** A sandbox in which preparers and recheckers must authenticate too. */
function strict(): Promise<TestService> {
  return serviceInMemory({
    policy: { ...roomyPolicy, credentials: { preparerStepUp: "required" } },
  });
}

/** The header with a fresh assertion. */
async function shown(service: TestService, signatoryId: string) {
  return { [header]: await assertionOf(service, signatoryId) };
}

Deno.test("with preparerStepUp off, creation and recheck take no assertion, and read none", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  for (const headers of [{}, { [header]: "nonsense" }]) {
    const created = await registry.post(BATCHES, batchBody(templateId), headers);
    assert.equal(created.status, 201);
    const path = `${BATCHES}/${created.body.batchId}`;
    const [item] = (await registry.get(path)).body.items;
    const recheck = { recheckingSignatoryId: CLERK, claimValues: DEGREE };
    const answer = await registry.post(`${path}/items/${item.itemId}/recheck`, recheck, headers);
    assert.equal(answer.status, 200);
  }
});

Deno.test("with preparerStepUp required, a batch is created by the signatory that it names", async () => {
  await using service = await strict();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const body = batchBody(templateId);
  const create = (headers: Readonly<Record<string, string>>) =>
    registry.post(BATCHES, body, headers);
  const missing = await create({});
  assert.deepEqual([missing.status, missing.body.error], [401, "unauthorized"]);
  assert.match(
    missing.headers.get("www-authenticate") ?? "",
    /error="insufficient_user_authentication".*acr_values="2", max_age=300/,
  );
  assert.equal((await create(await shown(service, DEAN))).status, 401);
  const unknown = { ...body, preparedBySignatoryId: "nobody" };
  assert.equal((await registry.post(BATCHES, unknown, await shown(service, DEAN))).status, 404);
  // Who it is comes before what is sent, and a refusal uses nothing up.
  const assertion = await shown(service, REGISTRAR);
  assert.equal((await registry.post(BATCHES, { ...body, rows: ["none"] }, {})).status, 401);
  assert.equal((await registry.post(BATCHES, { ...body, rows: ["none"] }, assertion)).status, 400);
  const key = { "idempotency-key": "summer" };
  const created = await create({ ...assertion, ...key });
  assert.equal(created.status, 201, created.text);
  assert.equal((await create(assertion)).status, 401, "it is used");
  const repeated = await create({ ...assertion, ...key });
  assert.deepEqual([repeated.status, repeated.text], [201, created.text]);
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_CREATED").length, 1);
});

Deno.test("with preparerStepUp required, one assertion of the very person serves rechecks until it is old", async () => {
  await using service = await strict();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const preparing = await shown(service, REGISTRAR);
  const { body: { batchId } } = await registry.post(BATCHES, batchBody(templateId), preparing);
  const path = `${BATCHES}/${batchId}`;
  const { items } = (await registry.get(path)).body;
  const recheck = (n: number, headers: Readonly<Record<string, string>>) =>
    registry.post(
      `${path}/items/${items[n].itemId}/recheck`,
      { recheckingSignatoryId: CLERK, claimValues: DEGREE },
      headers,
    );
  assert.equal((await recheck(0, {})).status, 401);
  assert.equal((await recheck(0, await shown(service, DEAN))).status, 401);
  const assertion = await shown(service, CLERK);
  for (const n of [0, 1, 0]) assert.equal((await recheck(n, assertion)).status, 200);
  service.clock.advance({ minutes: 6 });
  assert.equal((await recheck(0, assertion)).status, 401);
  const approval = { approvedBySignatoryId: DEAN };
  const approved = await registry.post(`${path}/approve`, approval, await shown(service, DEAN));
  assert.equal(approved.status, 200, approved.text);
});

Deno.test("of many creations at once with one assertion, one makes a batch", async () => {
  await using service = await strict();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const assertion = await shown(service, REGISTRAR);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => registry.post(BATCHES, batchBody(templateId), assertion)),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [201, ...Array(11).fill(401)]);
});
