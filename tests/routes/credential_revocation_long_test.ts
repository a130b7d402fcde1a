import assert from "node:assert/strict";
import { revoking, statusOf } from "../support/revoking.ts";

Deno.test("64 revocations of as many items at once all succeed", async () => {
  await using at = await revoking(64);
  const { service, uni, redeemed, pathOf } = at;
  const items = [];
  for (let n = 0; n < 64; n++) items.push(await redeemed());
  const answers = await Promise.all(items.map(({ id }) => uni.post(pathOf(id), undefined)));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  for (const { status } of items) assert.equal(await statusOf(service, status), "invalid");
  assert.equal((await at.revoked()).length, 64);
});
