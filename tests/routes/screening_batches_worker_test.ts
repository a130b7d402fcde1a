import assert from "node:assert/strict";
import type { BatchResult } from "../../core/screening/batch_schema.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";

const path = "/v1/screen/batches";
const names = [CLEAR_NAME, POSSIBLE_NAME, CONFIRMED_NAME, "\u0f56\u0f66\u0f9f\u0f53\u0f0b"];
const items = Array.from({ length: 1_200 }, (_, at) => ({
  subjectRef: `c-${at}`,
  name: at === 700 ? "\u0301" : names[at % names.length],
}));

for (const workers of ["a Worker", "no Worker"] as const) {
  Deno.test(`a long batch is decided as each of its items would be, with ${workers}`, async () => {
    const { Worker } = globalThis;
    if (workers === "no Worker") Object.assign(globalThis, { Worker: undefined });
    try {
      await using service = await serviceInMemory();
      const acme = service.as("acme");
      const sent = await acme.post(path, { items, onRowError: "skip" });
      assert.equal(sent.status, 202, sent.text);
      await service.runBatches();
      const { body: batch } = await acme.get(`${path}/${sent.body.batchId}`);
      assert.equal(batch.state, "DONE");
      assert.deepEqual([batch.counts.done, batch.counts.skipped], [1_200, 1]);
      const { body } = await acme.get(`${path}/${sent.body.batchId}/results?limit=2000`);
      const results: readonly BatchResult[] = body.results;
      assert.deepEqual(
        results.map(({ subjectRef }) => subjectRef).filter((one) => one !== null),
        items.map(({ subjectRef }) => subjectRef).filter((_, at) => at !== 700),
      );
      for (const at of [0, 1, 2, 3, 1_196, 1_197, 1_198, 1_199]) {
        const one = await acme.post("/v1/screen", { ...items[at] });
        const { body: decided } = await acme.get(`/v1/screen/${results[at]?.decisionId}`);
        const same = ({ meta, ...rest }: Record<string, Record<string, unknown>>) => ({
          ...rest,
          meta: { ...meta, decisionId: "" },
        });
        const { customerReviews: _, ...answer } = decided;
        assert.deepEqual(same(answer), same(one.body));
      }
      const warned = service.logLines.filter((line) => line.includes("batch_worker_failed"));
      assert.deepEqual(warned, []);
    } finally {
      Object.assign(globalThis, { Worker });
    }
  });
}

Deno.test("two long batches on different lists start one Worker", async () => {
  const { Worker } = globalThis;
  let started = 0;
  const Counted = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      started += 1;
    }
  };
  Object.assign(globalThis, { Worker: Counted });
  try {
    await using service = await serviceInMemory({ mode: "live" });
    const rows = items.filter((_, at) => at !== 700).slice(0, 600);
    const run = async (modes: Readonly<Record<string, string>>) => {
      const sent = [];
      for (const [name, mode] of Object.entries(modes)) {
        const client = service.as(name);
        const { status, body, text } = await client.post(path, { mode, items: rows });
        assert.equal(status, 202, text);
        sent.push({ client, id: body.batchId });
      }
      await service.runBatches();
      for (const { client, id } of sent) {
        const { body } = await client.get(`${path}/${id}`);
        assert.deepEqual([body.state, body.counts.done], ["DONE", 600]);
      }
    };
    await run({ acme: "sandbox" });
    await run({ acme: "sandbox", globex: "live" });
    assert.equal(started, 1);
    service.clock.advance({ seconds: 5 });
    await run({ globex: "live" });
    assert.equal(started, 2, "a Worker without items makes room");
  } finally {
    Object.assign(globalThis, { Worker });
  }
});
