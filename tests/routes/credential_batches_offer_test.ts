import assert from "node:assert/strict";
import {
  approve,
  BATCHES,
  type PreparedBatch,
  preparedBatch,
} from "../support/credential_batches.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";

async function renew(
  { registry, batchId, itemIds: [itemId] }: PreparedBatch,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return await registry.post(`${BATCHES}/${batchId}/items/${itemId}/offer`, {}, headers);
}

Deno.test("POST offer makes a new one, also after the time of the first, and ends the old one", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  await approve(service, batch);
  const read = async () => (await batch.registry.get(`${BATCHES}/${batch.batchId}`)).body.items[0];
  const first = await read();
  service.clock.advance({ hours: 8 * 24 });
  const renewed = await renew(batch);
  assert.equal(renewed.status, 200, renewed.text);
  assert.notEqual(renewed.body.offerUri, first.offerUri);
  const second = await read();
  assert.deepEqual(
    [second.status, second.offerUri, second.offerExpiresAt],
    ["OFFERED", renewed.body.offerUri, renewed.body.offerExpiresAt],
  );
});

Deno.test("POST offer ends with the row at the latest", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  await approve(service, batch);
  service.clock.advance({ hours: 88 * 24 });
  const { offeredAt, offerExpiresAt } = (await renew(batch)).body;
  const left = Temporal.Instant.from(offeredAt).until(offerExpiresAt).total("hours");
  assert.equal(left, 48);
  service.clock.advance({ hours: 48 });
  assert.equal((await renew(batch)).status, 404);
});

Deno.test("POST offer replays the same offer, and keeps it nowhere in clear", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  await approve(service, batch);
  const key = { "idempotency-key": "offer-1" };
  const first = await renew(batch, key);
  const again = await renew(batch, key);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  await renew(batch);
  // What it replays is over: it is not made anew under the same key.
  assert.equal((await renew(batch, key)).status, 409);
});

Deno.test("POST offer before the approval is 409", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service);
  assert.equal((await renew(batch)).body.error, "offer_not_renewable");
});
