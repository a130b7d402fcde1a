/** Detected anomalies of a client's verifications (Verification §4, rule 2). */

import assert from "node:assert/strict";
import type { CheckType } from "../../core/verification/check_type.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";

const env = { AVAL_TRUSTED_PROXIES: "127.0.0.1/32", AVAL_COUNTRY_HEADER: "x-country" };

/**
 * A client with a token of the current hour: test tokens expire after one hour, and another role
 * gives another token.
 */
function clientOf(service: TestService, client = "acme"): TestClient {
  return service.as(client, { roles: [service.clock.now().toString().slice(0, 13)] });
}

/** Each anomaly in the log: kind, service and these members. */
function anomalies(service: TestService, ...members: readonly string[]) {
  return service.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === "anomaly")
    .map((line) => ["dimension", "service", "clientId", ...members].map((name) => line[name]));
}

Deno.test("a spike of verifications leaves a client a quarter of their bucket, on the audit chain, and screening's alone", async () => {
  await using service = await serviceInMemory({ mode: "live", policy: {} });
  const list = async (times: number) => {
    const asked = Array.from(
      { length: times },
      () => clientOf(service).get("/v1/verify/sessions"),
    );
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
    await service.runMaintenance();
  };
  const limitOf = async (client: string, path: string, body: unknown) => {
    const { status, headers } = await clientOf(service, client).post(path, body);
    return [status, headers.get("ratelimit-policy")];
  };
  const check = (client: string) =>
    limitOf(client, "/v1/verify/sessions", { clientId: client, checkType: "age-verification" });
  for (let hour = 0; hour < 24; hour++) {
    await list(5);
    service.clock.advance({ hours: 1 });
  }
  assert.deepEqual(await check("acme"), [200, '"verification";q=30;w=6']);
  await list(99);
  assert.deepEqual(anomalies(service), [["volume", "verification", "acme"]]);
  assert.deepEqual(await service.auditEvents(), [{
    kind: "CLIENT_AUTO_THROTTLED",
    clientId: "acme",
    service: "verification",
    requests: 100,
    hourlyMean: 5,
    throttledUntil: "2026-03-03T09:15:00.000Z",
  }]);
  assert.deepEqual(await check("acme"), [200, '"verification";q=7;w=6']);
  assert.deepEqual(await check("globex"), [200, '"verification";q=30;w=6']);
  assert.deepEqual(await limitOf("acme", "/v1/screen", { name: CLEAR_NAME }), [
    200,
    '"screening";q=60;w=6',
  ]);
  service.clock.advance({ minutes: 15 });
  assert.deepEqual(await check("acme"), [200, '"verification";q=30;w=6']);
});

Deno.test("a check from a new country is logged, and goes on", async () => {
  await using service = await serviceInMemory({ mode: "live", env });
  const countries = ["AT", "AT", "DE", "DE"];
  for (const country of countries) {
    const acme = service.as("acme");
    await start(acme, "age-verification", { "x-country": country });
    await service.runMaintenance();
  }
  const noticed = [["geography", "verification", "acme", "DE"]];
  assert.deepEqual(anomalies(service, "country"), noticed);
  // What screening knows of the client's countries is its own.
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME }, { "x-country": "FR" });
  await service.runMaintenance();
  assert.deepEqual(anomalies(service, "country"), noticed);
  const events = await service.auditEvents();
  assert(!events.some(({ kind }) => kind === "CLIENT_AUTO_THROTTLED"));
});

Deno.test("a client whose mix of checks shifts is logged, and goes on", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const ask = async (checkType: CheckType, times: number) => {
    const acme = clientOf(service);
    for (let n = 0; n < times; n++) {
      const started = await start(acme, checkType);
      // What follows from a check is no signal, however often it is done.
      for (let read = 0; read < 2; read++) await acme.get(pathOf(started));
    }
    await service.runMaintenance();
    service.clock.advance({ hours: 1 });
  };
  for (let hour = 0; hour < 25; hour++) await ask("age-verification", 9);
  assert.deepEqual(anomalies(service), []);
  await ask("restricted-purchase-tobacco-18", 50);
  assert.deepEqual(anomalies(service), [["behavior", "verification", "acme"]]);
  assert.deepEqual(await service.auditEvents(), []);
});
