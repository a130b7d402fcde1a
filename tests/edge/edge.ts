/**
 * The edge test, `deno task test:edge`: three servers, run as on Deno Deploy, are three regions
 * with one PostgreSQL. Their requests are measured in round trips to the store, and in
 * milliseconds.
 */
import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { memoryMax, startOnPlatform } from "./platform.ts";
import { flightsTable, measureRegions, openRegions } from "./regions.ts";

/** Round trips to the store, in milliseconds: the same city, another continent, the other side. */
const roundTrips = [2, 90, 150];

/** Expected consecutive round trips to the store until the answer. */
const expected = {
  start: 6,
  "screening, tokens held": 1,
  "screening, idempotency key": 2,
  "the same, a local token not seen before": 3,
  "read of a decision": 1,
  "start of a session, idempotency key": 2,
  "read of a session": 1,
  "a wallet's answer": 2,
  "metadata of the issuer": 0,
};

Deno.test("three regions: so many flights by route, within the platform's memory and its 5 s", async () => {
  await using regions = await openRegions();
  await using stack = new AsyncDisposableStack();
  const open = [];
  for (const roundTrip of roundTrips) open.push(stack.use(await regions.open(roundTrip)));
  const measured = await measureRegions(open);
  console.log(flightsTable(measured));
  const ended = await Promise.all(open.map(async ({ server }) => {
    const memory = await server.peakMemory();
    return { memory, code: await server.end() };
  }));
  console.log(`peak memory: ${ended.map(({ memory }) => `${memory >> 20} MB`).join(", ")}`);
  for (const { rows } of measured) {
    const counted = Object.fromEntries(rows.map(({ route, flights }) => [route, flights]));
    assert.deepEqual(counted, expected);
  }
  for (const { memory, code } of ended) {
    assert(memory <= memoryMax, `${memory >> 20} MB`);
    assert.equal(code, 0, "SIGINT, and then 5 s");
  }
  for (const { server } of open) {
    assert.doesNotMatch(server.errorText(), /"level":"(?:warn|error)"/);
  }
});

Deno.test("the platform takes no variable whose name it keeps to itself", async () => {
  for (const name of ["DENO_KV_ACCESS_TOKEN", "OTEL_EXPORTER_OTLP_ENDPOINT", "LD_PRELOAD"]) {
    await assert.rejects(startOnPlatform({ [name]: "x" }), { message: /takes no variable/ });
  }
});
