import assert from "node:assert/strict";
import { approvedTemplate, batchBody, BATCHES, students } from "../support/credential_batches.ts";
import { heldWrites } from "../support/held_writes.ts";
import { serviceInMemory } from "../support/service.ts";
import type { Backend } from "../../kv/store/backend.ts";

Deno.test("a batch is nowhere while its rows are written, and there at once with its last commit", async () => {
  const held = heldWrites();
  await using service = await serviceInMemory({ wrapBackend: held.wrapBackend });
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  const { reached, release } = held.holdNext("credential_batch");
  const sending = registry.post(BATCHES, batchBody(templateId, students(250)));
  await reached;
  const events = await service.auditEvents();
  assert.equal(events.filter(({ kind }) => kind === "BATCH_CREATED").length, 0);
  release();
  const created = await sending;
  assert.equal(created.status, 201);
  const { items } = (await registry.get(`${BATCHES}/${created.body.batchId}`)).body;
  assert.equal(items.length, 250);
});

/** Fails every commit that writes this kind of key, from the `from`th on. */
function failing(kind: string, from: number) {
  let seen = 0;
  let fails = true;
  return {
    mend: () => {
      fails = false;
    },
    wrapBackend: (backend: Backend): Backend => ({
      ...backend,
      commit: async (commit) => {
        const isOfKind = commit.puts.some(({ key: [first] }) => first === kind);
        if (fails && isOfKind && ++seen >= from) throw new Error("The disk is full");
        return await backend.commit(commit);
      },
    }),
  };
}

for (
  const { why, kind, from } of [
    { why: "the first rows", kind: "credential_batch_item", from: 1 },
    { why: "later rows", kind: "credential_batch_item", from: 3 },
    { why: "the last commit", kind: "credential_batch", from: 1 },
  ]
) {
  Deno.test(`a fault at ${why} leaves no batch, and the same key tries again`, async () => {
    const fault = failing(kind, from);
    await using service = await serviceInMemory({ wrapBackend: fault.wrapBackend });
    const registry = service.as("registry");
    const templateId = await approvedTemplate(registry);
    const key = { "idempotency-key": "crash" };
    const body = batchBody(templateId, students(450));
    assert.equal((await registry.post(BATCHES, body, key)).status, 500);
    assert.deepEqual(
      (await service.auditEvents()).filter(({ kind }) => kind === "BATCH_CREATED"),
      [],
    );
    fault.mend();
    const created = await registry.post(BATCHES, body, key);
    assert.equal(created.status, 201, created.text);
    const { items } = (await registry.get(`${BATCHES}/${created.body.batchId}`)).body;
    assert.equal(items.length, 450);
    assert(!service.logLines.some((line) => line.includes("Recognisable")));
  });
}
