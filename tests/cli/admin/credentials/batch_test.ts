import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { approve, BATCHES, preparedBatch } from "../../../support/credential_batches.ts";
import { folderOf } from "../../../support/folder.ts";
import { serviceInMemory } from "../../../support/service.ts";

async function call(location: string, args: readonly string[]) {
  return await runAdmin(location, args, { variables: { AVAL_MODE: "sandbox" } });
}

Deno.test("admin batch remove-item removes a row with its offer, is audited, and says what is not there", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  await using service = await serviceInMemory({ kv });
  const batch = await preparedBatch(service, 2);
  await approve(service, batch);
  const [first, second] = batch.itemIds;
  const args = ["batch", "remove-item", batch.batchId, first!];
  const removed = await call(kv, args);
  assert.equal(removed.status, 0, removed.err);
  const read = (await batch.registry.get(`${BATCHES}/${batch.batchId}`)).body;
  assert.deepEqual(read.items.map(({ itemId }: { itemId: string }) => itemId), [second]);
  assert.equal(read.itemCount, 2);
  const events = (await service.auditEvents()).filter(({ kind }) => kind === "BATCH_ITEM_REMOVED");
  assert.deepEqual(events, [{
    kind: "BATCH_ITEM_REMOVED",
    academicIssuerId: "sandbox-university",
    batchId: batch.batchId,
    itemId: first,
  }]);
  assert.equal((await call(kv, args)).status, 1);
  const revoke = `${BATCHES}/${batch.batchId}/items/${second}/revoke`;
  assert.equal((await batch.registry.post(revoke, {})).status, 200);
  const gone = await call(kv, ["batch", "remove-item", batch.batchId, second!]);
  assert.equal(gone.status, 1);
  assert.match(gone.err, /no row any more/);
});

Deno.test("admin batch remove-item wants the two ids", async () => {
  for (const args of [[], ["x", "y"], ["0198c0de-0000-7000-8000-00000000000a"]]) {
    assert.equal((await call(":memory:", ["batch", "remove-item", ...args])).status, 2);
  }
});
