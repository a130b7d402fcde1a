import assert from "node:assert/strict";
import { serviceInMemory } from "../support/service.ts";

Deno.test("GET /ready says ready, open to everybody and under no limit", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  for (let times = 0; times < 200; times++) {
    const answer = await service.fetch("/ready");
    assert.deepEqual([answer.status, await answer.json()], [200, { status: "ready" }]);
    assert.equal(answer.headers.get("ratelimit"), null);
  }
});

Deno.test("GET /ready says draining from the signal on", async () => {
  await using service = await serviceInMemory();
  service.drain();
  const answer = await service.fetch("/ready");
  assert.deepEqual([answer.status, await answer.json()], [503, { status: "draining" }]);
});

Deno.test("GET /ready says that the store is gone; GET /health does not", async () => {
  await using service = await serviceInMemory();
  Object.assign(service.store, { count: () => Promise.reject(new Error("The store is gone")) });
  const ready = await service.fetch("/ready");
  assert.deepEqual([ready.status, await ready.json()], [503, { status: "store_unavailable" }]);
  const health = await service.fetch("/health");
  assert.deepEqual([health.status, (await health.json()).status], [200, "ok"]);
  assert.match(service.logLines.join("\n"), /"event":"store_unavailable"/);
});
