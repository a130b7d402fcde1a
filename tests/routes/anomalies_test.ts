import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import type { Service } from "../../core/nouns.ts";
import { ok } from "../../base/result.ts";
import { openAnomalyRecords } from "../../kv/anomalies/anomaly_records.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { z } from "zod";
import { folderOf } from "../support/folder.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** Routes that answer immediately, of two kinds and two services. */
const routes = [
  { service: "screening", kind: "ping" },
  { service: "screening", kind: "pong" },
  { service: "credentials", kind: "ping" },
].map(({ service, kind }) =>
  defineRoute({
    method: "get",
    path: `/test/${service}/${kind}`,
    summary: "A test route",
    service: service as Service,
    kind,
    auth: "bearer",
    answers: { 200: z.object({}) },
    run: () => ok({}),
  })
);

const behindProxy = { AVAL_TRUSTED_PROXIES: "127.0.0.1/32", AVAL_COUNTRY_HEADER: "x-country" };

function start(env: Readonly<Record<string, string>> = {}, kv = ":memory:") {
  return serviceInMemory({ mode: "live", routes, env, kv });
}

interface Burst {
  readonly client?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function request(
  service: TestService,
  times: number,
  { client = "acme", path = "screening/ping", headers = {} }: Burst = {},
) {
  // A test's token lives for an hour: another role makes another one.
  const hour = service.clock.now().toString().slice(0, "2026-03-02T09".length);
  for (let left = times; left > 0; left -= 50) {
    const some = Array.from(
      { length: Math.min(left, 50) },
      () => service.as(client, { roles: [hour] }).get(`/test/${path}`, headers),
    );
    for (const answer of await Promise.all(some)) assert.equal(answer.status, 200);
  }
  await service.runMaintenance();
}

/** Sends hours of ordinary traffic. */
async function hoursOf(service: TestService, hours: number, perHour: number, burst: Burst = {}) {
  for (let hour = 0; hour < hours; hour++) {
    await request(service, perHour, burst);
    service.clock.advance({ hours: 1 });
  }
}

async function throttled(service: TestService, client = "acme", of: Service = "screening") {
  const { anomalies: rules } = defaultPolicy;
  const { throttle } = await openAnomalyRecords({ ...service, rules }).lastThrottle({
    service: of,
    clientId: ClientId.parse(client),
  });
  return throttle !== null &&
    throttle.until.epochMilliseconds > service.clock.now().epochMilliseconds;
}

function anomalies(service: TestService): readonly Record<string, unknown>[] {
  return service.logLines.map((line) => JSON.parse(line)).filter(({ event }) =>
    event === "anomaly"
  );
}

async function throttleEvents(service: TestService) {
  return (await service.auditEvents()).filter(({ kind }) => kind === "CLIENT_AUTO_THROTTLED");
}

Deno.test("a spike throttles its client for 15 minutes, once, and is on the audit chain", async () => {
  await using service = await start();
  await hoursOf(service, 24, 5);
  await request(service, 5, { client: "globex" });
  await request(service, 99);
  assert.equal(await throttled(service), false);
  await request(service, 1);
  assert.equal(await throttled(service), true);
  await request(service, 200);
  assert.deepEqual(await throttleEvents(service), [{
    kind: "CLIENT_AUTO_THROTTLED",
    clientId: "acme",
    service: "screening",
    requests: 100,
    hourlyMean: 5,
    throttledUntil: "2026-03-03T09:15:00.000Z",
  }]);
  const [logged, ...more] = anomalies(service);
  assert.deepEqual(
    [logged?.["dimension"], logged?.["clientId"], logged?.["service"], more.length],
    ["volume", "acme", "screening", 0],
  );
  assert.equal(await throttled(service, "globex"), false);
  assert.equal(await throttled(service, "acme", "credentials"), false);

  service.clock.advance({ minutes: 14, seconds: 59, milliseconds: 999 });
  assert.equal(await throttled(service), true);
  service.clock.advance({ milliseconds: 1 });
  assert.equal(await throttled(service), false);
});

Deno.test("a burst that goes on is throttled once, until twelve hours after the throttle", async () => {
  await using service = await start();
  await hoursOf(service, 24, 5);
  await request(service, 100);
  service.clock.advance({ minutes: 15 });
  for (let hour = 0; hour < 11; hour++) {
    await request(service, 150);
    service.clock.advance({ hours: 1 });
  }
  service.clock.advance({ minutes: 59, seconds: 59, milliseconds: 999 });
  await request(service, 900);
  assert.deepEqual([await throttled(service), (await throttleEvents(service)).length], [false, 1]);
  service.clock.advance({ milliseconds: 1 });
  // 12 hours of 5 and 10 of 150 in 23, without the throttled one: 901 are over ten times 68.
  await request(service, 1);
  assert.deepEqual([await throttled(service), (await throttleEvents(service)).length], [true, 2]);
});

Deno.test("without grace, requests that caused a throttle cause no second one; later ones do", async () => {
  const policy = await Deno.makeTempFile();
  await Deno.writeTextFile(policy, JSON.stringify({ anomalies: { graceHours: 0 } }));
  await using service = await start({ AVAL_POLICY: policy });
  await hoursOf(service, 24, 5);
  await request(service, 100);
  service.clock.advance({ minutes: 15 });
  await request(service, 99);
  assert.deepEqual([await throttled(service), (await throttleEvents(service)).length], [false, 1]);
  await request(service, 1);
  assert.deepEqual([await throttled(service), (await throttleEvents(service)).length], [true, 2]);
  await Deno.remove(policy);
});

Deno.test("a spike raises the busiest hour that the next is held to, and not the mean", async () => {
  await using service = await start();
  await hoursOf(service, 24, 5);
  await request(service, 400);
  await hoursOf(service, 13, 5);
  await request(service, 809);
  assert.equal(await throttled(service), false);
  // The mean without the spike is 5 an hour; the spike's hour had 405, and 810 is twice that.
  await request(service, 1);
  assert.equal(await throttled(service), true);
});

Deno.test("there is no verdict on a client of under a day or under 100 requests of history", async () => {
  await using service = await start();
  service.clock.advance({ minutes: 30 });
  await hoursOf(service, 23, 5);
  await request(service, 150);
  assert.equal(await throttled(service), false);
  await request(service, 1, { client: "rare" });
  service.clock.advance({ hours: 48 });
  await request(service, 90, { client: "rare" });
  service.clock.advance({ hours: 1 });
  await request(service, 200, { client: "rare" });
  assert.deepEqual(
    [await throttled(service, "rare"), (await throttleEvents(service)).length],
    [false, 0],
  );
});

Deno.test("hours are counted by their borders, not by sixty minutes", async () => {
  await using service = await start();
  await hoursOf(service, 24, 5);
  service.clock.advance({ minutes: 59, seconds: 59, milliseconds: 999 });
  await request(service, 60);
  service.clock.advance({ milliseconds: 1 });
  await request(service, 60);
  assert.equal(await throttled(service), false);
});

Deno.test("instances that see one spike throttle once", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  await using one = await start({}, kv);
  await using two = await start({}, kv);
  await hoursOf(one, 24, 5);
  two.clock.advance({ hours: 24 });
  await request(one, 120);
  await request(two, 120);
  assert.equal((await throttleEvents(one)).length, 1);
  const logged = [...anomalies(one), ...anomalies(two)];
  assert.deepEqual(logged.map(({ dimension }) => dimension), ["volume"]);
});

Deno.test("instances that each see half of a spike see the whole within seconds", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  await using one = await start({}, kv);
  await using two = await start({}, kv);
  await hoursOf(one, 24, 5);
  two.clock.advance({ hours: 24 });
  await request(one, 1);
  await request(two, 60);
  await request(one, 60);
  assert.equal(await throttled(one), false);
  one.clock.advance({ seconds: 5 });
  await request(one, 1);
  assert.equal(await throttled(one), true);
});

Deno.test("another mix of kinds is logged once an hour, and throttles nobody", async () => {
  await using service = await start();
  await hoursOf(service, 24, 10);
  await request(service, 49, { path: "screening/pong" });
  assert.equal(anomalies(service).length, 0);
  await request(service, 1, { path: "screening/pong" });
  const [logged] = anomalies(service);
  assert.deepEqual(
    [logged?.["dimension"], logged?.["clientId"], logged?.["service"], logged?.["distance"]],
    ["behavior", "acme", "screening", 1],
  );
  await request(service, 5, { path: "screening/pong" });
  service.clock.advance({ minutes: 59 });
  await request(service, 5, { path: "screening/pong" });
  assert.equal(anomalies(service).length, 1);
  service.clock.advance({ minutes: 1 });
  await request(service, 60, { path: "screening/pong" });
  assert.equal(anomalies(service).length, 2);
  assert.deepEqual([await throttled(service), (await service.auditEvents()).length], [false, 0]);
});

Deno.test("a new country is logged once one is on record; unknown ones never are", async () => {
  await using service = await start(behindProxy);
  const from = (country: string, client = "acme") =>
    request(service, 2, { client, headers: { "x-country": country } });
  await request(service, 1);
  for (const country of ["AT", "T1", "XX", "", "Austria", "AT"]) await from(country);
  assert.deepEqual(anomalies(service), []);
  await from("DE");
  await from("AT");
  await from("DE");
  await from("DE", "globex");
  const [logged, ...more] = anomalies(service);
  assert.deepEqual(
    [logged?.["dimension"], logged?.["clientId"], logged?.["country"], more.length],
    ["geography", "acme", "DE", 0],
  );
  await from("FR");
  assert.equal(anomalies(service).length, 1, "one an hour");
  service.clock.advance({ hours: 1 });
  await from("FR");
  assert.deepEqual(anomalies(service).map(({ country }) => country), ["DE", "FR"]);
  assert.deepEqual([await throttled(service), (await service.auditEvents()).length], [false, 0]);
});

Deno.test("a country that no trusted proxy names is none", async () => {
  await using service = await start({ ...behindProxy, AVAL_TRUSTED_PROXIES: "10.0.0.0/8" });
  for (const country of ["AT", "DE"]) {
    await request(service, 1, { headers: { "x-country": country } });
  }
  assert.deepEqual(anomalies(service), []);
});

Deno.test("a sandbox deployment tracks no anomalies", async () => {
  await using service = await serviceInMemory({ routes, env: behindProxy });
  await hoursOf(service, 24, 5, { headers: { "x-country": "AT" } });
  await request(service, 150, { headers: { "x-country": "DE" } });
  assert.deepEqual(anomalies(service), []);
  assert.equal(await throttled(service), false);
  assert.equal((await throttleEvents(service)).length, 0);
});

Deno.test("the numbers of the policy are those that hold", async () => {
  const policy = await Deno.makeTempFile();
  const anomalies = {
    spikeRequestsMin: 10,
    spikeFactorMin: 2,
    historyRequestsMin: 5,
    throttleMinutes: 60,
  };
  await Deno.writeTextFile(policy, JSON.stringify({ anomalies }));
  await using service = await start({ AVAL_POLICY: policy });
  await hoursOf(service, 24, 1);
  await request(service, 9);
  assert.equal(await throttled(service), false);
  await request(service, 1);
  service.clock.advance({ minutes: 59 });
  assert.equal(await throttled(service), true);
  assert(!service.logLines.some((line) => line.includes("policy_without_effect")));
  await Deno.remove(policy);
});
