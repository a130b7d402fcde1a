import assert from "node:assert/strict";
import { defaultPolicy } from "../../../../core/policy/policy.ts";
import { batchRequest } from "../../../../core/screening/batch_schema.ts";
import { batchFingerprint } from "../../../../core/screening/batches/fingerprint.ts";
import type { Json } from "../../../../base/json.ts";

/** Number of event loop turns while a body with these items is hashed. */
async function turnsOf(items: readonly Json[]): Promise<number> {
  let turns = 0;
  const submitted = batchRequest(defaultPolicy.limits).parse({ items });
  await batchFingerprint(submitted, () => Promise.resolve(void turns++));
  return turns;
}

Deno.test("batchFingerprint() lets others run by the size of the items", async () => {
  const item = (characters: number) => ({ x: "a".repeat(characters - '{"x":""}'.length) });
  // 8 MiB in the largest items that are taken, in 499, and in as many as are taken.
  assert.equal(await turnsOf(Array(128).fill(item(65_536))), 128);
  assert.equal(await turnsOf(Array(499).fill(item(16_384))), 249);
  assert.equal(await turnsOf(Array(20_000).fill(item(400))), 243);
  assert.equal(await turnsOf([item(400)]), 0);
});

Deno.test("batchFingerprint() is the same for the same items, however they are written", async () => {
  const of = async (items: readonly Json[]) =>
    JSON.stringify(await batchFingerprint({ form: "json", onRowError: "refuse", items }));
  const one = await of([{ name: "A", dob: "1961" }, { name: "x".repeat(40_000) }]);
  assert.equal(await of([{ dob: "1961", name: "A" }, { name: "x".repeat(40_000) }]), one);
  assert.notEqual(await of([{ name: "x".repeat(40_000) }, { name: "A", dob: "1961" }]), one);
});
