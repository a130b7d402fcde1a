import assert from "node:assert/strict";
import { serviceInMemory } from "../support/service.ts";

const policy = { rateLimits: { sandboxReads: { capacity: 3, refillPerSecond: 1 } } };

Deno.test("GET /v1/lists in a sandbox is limited by its source, whatever client it names", async () => {
  await using service = await serviceInMemory({ policy });
  const read = async (client: string, peer: string) => {
    const answer = await service.fetch("/v1/lists", {
      headers: { "x-aval-sandbox-client": client },
      peer,
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    statuses.push(await read(`made up ${n}`.replaceAll(" ", "-"), "192.0.2.1"));
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal(await read("acme", "192.0.2.2"), 200);
  service.clock.advance({ seconds: 1 });
  assert.equal(await read("acme", "192.0.2.1"), 200);
  await service.runMaintenance();
  const counted = await Array.fromAsync(service.store.counts({ prefix: ["traffic_day"] }));
  assert.equal(counted.length, 4, "who is refused is not counted");
  service.clock.advance({ hours: 24 * 9 });
  await service.runMaintenance();
  assert.deepEqual(await Array.fromAsync(service.store.counts({ prefix: ["traffic_day"] })), []);
});

Deno.test("GET /v1/lists in live has no limit, and its usage is kept", async () => {
  await using service = await serviceInMemory({ mode: "live", policy });
  const acme = service.as("acme");
  for (let n = 0; n < 5; n++) assert.equal((await acme.get("/v1/lists")).status, 200);
  await service.runMaintenance();
  service.clock.advance({ hours: 24 * 300 });
  await service.runMaintenance();
  const counted = await Array.fromAsync(service.store.counts({ prefix: ["traffic_day"] }));
  assert.equal(counted.length, 1);
});
