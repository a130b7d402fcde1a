import assert from "node:assert/strict";
import { Role } from "../../core/access/schema.ts";
import { askRoute, bearerRoutesOf, forbiddenBy } from "../support/bearer_routes.ts";
import { CLEAR_NAME, UNKNOWN_ID } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";

Deno.test("live answers 401 to every token that is none, on every bearer route", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const headers = [
    { why: "no header", value: null, challenge: "Bearer" },
    { why: "another scheme", value: "Basic YTpi", challenge: 'Bearer error="invalid_token"' },
    { why: "no token", value: "Bearer ", challenge: 'Bearer error="invalid_token"' },
    { why: "two tokens", value: "Bearer a, Bearer b", challenge: 'Bearer error="invalid_token"' },
    { why: "a space inside", value: "Bearer a b", challenge: 'Bearer error="invalid_token"' },
    {
      why: "an unknown token",
      value: `Bearer ${"A".repeat(43)}`,
      challenge: 'Bearer error="invalid_token"',
    },
    {
      why: "a very long one",
      value: `Bearer ${"A".repeat(9000)}`,
      challenge: 'Bearer error="invalid_token"',
    },
  ];
  for (const { method, path } of await bearerRoutesOf(service)) {
    for (const { why, value, challenge } of headers) {
      const answer = await service.fetch(path, {
        method,
        headers: {
          ...(method !== "GET" ? { "content-type": "application/json" } : {}),
          ...(value === null ? {} : { authorization: value }),
        },
        ...(method !== "GET" ? { body: "{}" } : {}),
      });
      const body = await answer.json();
      assert.deepEqual(
        [answer.status, body.error, answer.headers.get("www-authenticate")],
        [401, "unauthorized", challenge],
        `${method} ${path}: ${why}`,
      );
    }
  }
});

Deno.test("a query parameter given twice is refused where one is read, after the token, and only there", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const { body: { meta } } = await acme.post("/v1/screen", { name: CLEAR_NAME });
  const twice = "?from=2026-02-01&from=2026-02-02";
  const unknown = await service.fetch(`/v1/screen/usage${twice}`);
  assert.equal(unknown.status, 401);
  await unknown.body?.cancel();
  const usage = await acme.get(`/v1/screen/usage${twice}`);
  assert.deepEqual([usage.status, usage.body.error], [400, "bad_request"]);
  // These have no 400 (Screening §4): what they do not read, they ignore.
  const paths = [
    "/health",
    "/openapi.json",
    "/v1/screen/gdpr/export",
    `/v1/screen/${meta.decisionId}`,
  ];
  for (const path of paths) assert.equal((await acme.get(`${path}${twice}`)).status, 200, path);
});

Deno.test("a token works until it expires, and not a moment longer", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  assert.equal((await acme.get("/v1/lists")).status, 200);
  service.clock.advance({ minutes: 59, seconds: 59 });
  assert.equal((await acme.get("/v1/lists")).status, 200);
  service.clock.advance({ seconds: 1 });
  assert.equal((await acme.get("/v1/lists")).status, 401);
});

Deno.test("an agent read-only key may start, list and read sessions and see their usage, and is 403 elsewhere", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const agent = service.as("acme", { roles: Role.options, scopes: ["agent:read-only"] });
  const open: string[] = [];
  const routes = await bearerRoutesOf(service);
  for (const route of routes) {
    const { method, path } = route;
    const answer = await askRoute(agent, route, { name: "x" });
    const [refused, code] = forbiddenBy(route, "insufficient_scope");
    const isOff = answer.body?.error === "monitoring_not_enabled";
    if (answer.status !== refused || isOff) open.push(`${method} ${path} ${answer.status}`);
    else assert.equal(answer.body.error, code, path);
  }
  const allowed = [
    `GET /v1/credentials/verify/sessions 200`,
    `GET /v1/credentials/verify/sessions/${UNKNOWN_ID} 404`,
    `GET /v1/lists/changes 200`,
    `GET /v1/monitoring/runs 403`,
    `GET /v1/screen/${UNKNOWN_ID} 404`,
    `GET /v1/screen/batches/${UNKNOWN_ID} 404`,
    `GET /v1/screen/batches/${UNKNOWN_ID}/results 404`,
    `GET /v1/screen/decisions 200`,
    `GET /v1/verify/sessions 200`,
    `GET /v1/verify/sessions/${UNKNOWN_ID} 404`,
    `GET /v1/verify/usage 200`,
    `POST /v1/credentials/verify/sessions 400`,
    `POST /v1/verify/sessions 400`,
  ];
  const served = routes.map(({ method, path }) => `${method} ${path} `);
  assert.deepEqual(
    open.toSorted(),
    allowed.filter((line) => served.some((route) => line.startsWith(route))),
  );
  assert.equal((await service.auditEvents()).length, 0);
});

Deno.test("live screens against the published list and pins it; sandbox beside it does not", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const lists = await acme.get("/v1/lists");
  const [snapshotId] = lists.body.listSnapshotIds;
  assert.match(snapshotId, /^[0-9a-f]{64}$/);
  assert.deepEqual(
    lists.body.lists.map(({ source, asOf }: { source: string; asOf: string }) => [source, asOf])[0],
    ["ofac-sdn", "2026-03-01"],
  );
  const name = "Viktor Sandbergov";
  const live = await acme.post("/v1/screen", { name });
  assert.deepEqual([live.body.classification, live.body.meta.listSnapshotIds], ["CLEAR", [
    snapshotId,
  ]]);
  const sandbox = await acme.post("/v1/screen", { name, mode: "sandbox" });
  assert.deepEqual(
    [
      sandbox.body.classification,
      sandbox.body.meta.listSnapshotIds,
      sandbox.body.meta.sandboxOverride,
    ],
    ["CONFIRMED_MATCH", [], true],
  );
});

Deno.test("a list over 48 hours old makes health stale, and the service goes on", async () => {
  await using service = await serviceInMemory({ mode: "live" }); // lists as of 2026-03-01, now 03-02 09:00
  const health = async () => {
    const answer = await service.fetch("/health");
    return [answer.status, await answer.json()];
  };
  assert.deepEqual(await health(), [200, {
    status: "ok",
    mode: "live",
    version: "0.0.0",
    build: "0123456789ab",
  }]);
  service.clock.advance({ hours: 15, minutes: 59 });
  assert.deepEqual(await health(), [200, {
    status: "ok",
    mode: "live",
    version: "0.0.0",
    build: "0123456789ab",
  }]);
  service.clock.advance({ hours: 1, minutes: 1 });
  assert.deepEqual(await health(), [200, {
    status: "stale",
    mode: "live",
    version: "0.0.0",
    build: "0123456789ab",
  }]);
  const lists = await service.as("acme").get("/v1/lists");
  assert.deepEqual([lists.body.lists[0].stale, lists.body.lists[0].ageHours], [true, 50]);
});

Deno.test("GET /health says draining with 503 between the signal and the end", async () => {
  await using service = await serviceInMemory();
  service.drain();
  const answer = await service.fetch("/health");
  assert.deepEqual([answer.status, await answer.json()], [503, {
    status: "draining",
    mode: "sandbox",
    version: "0.0.0",
    build: "0123456789ab",
  }]);
});
