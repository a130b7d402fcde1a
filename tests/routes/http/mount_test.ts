import assert from "node:assert/strict";
import { z } from "zod";
import { create } from "../../../kv/store/store.ts";
import { addTo } from "../../../kv/store/unit.ts";
import { ok } from "../../../base/result.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { defineRoute, reply } from "../../../routes/http/route.ts";
import { serviceInMemory } from "../../support/service.ts";

const Thing = z.object({ name: z.string().max(5), tags: z.array(z.string()).optional() })
  .meta({ id: "Thing" });
const common = {
  service: "screening",
  kind: "test",
  auth: "none",
  summary: "A test route",
} as const;

const created = defineRoute({
  ...common,
  method: "post",
  path: "/test/things",
  body: Thing,
  answers: { 201: Thing },
  run: (_ports, { body }) => ok(body),
});
const redirected = defineRoute({
  ...common,
  method: "get",
  path: "/test/authorize",
  query: z.object({ state: z.string() }),
  form: { errors: "page" },
  answers: {
    200: { contentType: "text/html; charset=utf-8", description: "A page" },
    302: { redirect: true, description: "On to the client" },
  },
  run: (_ports, { query }) =>
    query.state === "page"
      ? reply(200, "<h1>Scan this</h1>")
      : reply(302, { location: `https://client.example/?state=${query.state}` }),
});
const tokens = defineRoute({
  ...common,
  method: "post",
  path: "/test/token",
  form: { urlencoded: z.object({ grant_type: z.literal("authorization_code") }), errors: "oauth" },
  answers: { 200: z.object({ token_type: z.string() }) },
  run: () => ok({ token_type: "Bearer" }),
});
const eitherBody = defineRoute({
  ...common,
  method: "post",
  path: "/test/responses",
  body: z.object({ state: z.string() }),
  form: { urlencoded: z.object({ state: z.string() }) },
  answers: { 200: z.object({ state: z.string() }) },
  run: (_ports, { body }) => ok(body),
});
const byId = defineRoute({
  ...common,
  method: "get",
  path: "/test/things/{id}",
  params: z.object({ id: z.uuid() }),
  answers: { 200: z.object({ id: z.string() }) },
  run: (_ports, { params }) => ok(params),
});
const fixedPath = defineRoute({
  ...common,
  method: "get",
  path: "/test/things/usage",
  answers: { 200: z.object({ fixed: z.literal(true) }) },
  run: () => ok({ fixed: true as const }),
});
const ownName = defineRoute({
  ...common,
  method: "post",
  path: "/test/whoami",
  auth: "bearer",
  access: { namesClient: "body", namesMode: true },
  body: z.object({ clientId: z.string().optional(), mode: z.string().optional() }),
  answers: { 200: z.object({ clientId: z.string(), mode: z.string(), override: z.boolean() }) },
  run: (_ports, { caller, request }) =>
    ok({ clientId: caller.clientId, mode: request.mode, override: request.sandboxOverride }),
});
const streamed = defineRoute({
  ...common,
  method: "get",
  path: "/test/stream",
  answers: { 200: { contentType: "application/x-ndjson", description: "Lines" } },
  run: () => ok(ReadableStream.from(["1\n", "2\n"]).pipeThrough(new TextEncoderStream())),
});
const broken = defineRoute({
  ...common,
  method: "get",
  path: "/test/broken",
  answers: { 200: Thing },
  run: () => {
    throw new Error("the disk is on fire");
  },
});
const forReviewers = defineRoute({
  ...common,
  method: "get",
  path: "/test/reviews",
  auth: "bearer",
  access: { roles: ["credentials-api-reviewer"] },
  answers: { 200: z.object({}) },
  run: () => ok({}),
});
const testRoutes = [
  byId, // before the fixed path on purpose
  fixedPath,
  created,
  redirected,
  tokens,
  eitherBody,
  ownName,
  streamed,
  broken,
  forReviewers,
];

const json = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

Deno.test("a JSON route answers its declared status", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const answer = await service.fetch("/test/things", json({ name: "pen", extra: 1 }));
  assert.equal(answer.status, 201);
  assert.deepEqual(await answer.json(), { name: "pen" });
});

Deno.test("a route of several statuses answers a page or a redirect", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const page = await service.fetch("/test/authorize?state=page");
  assert.deepEqual([page.status, page.headers.get("content-type")], [
    200,
    "text/html; charset=utf-8",
  ]);
  assert.equal(await page.text(), "<h1>Scan this</h1>");
  const redirect = await service.fetch("/test/authorize?state=xyz");
  assert.deepEqual([redirect.status, redirect.headers.get("location"), await redirect.text()], [
    302,
    "https://client.example/?state=xyz",
    "",
  ]);
});

Deno.test("refusals take the error form of their route", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const page = await service.fetch("/test/authorize");
  assert.equal(page.status, 400);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(await page.text(), /Query parameter (&#34;|&quot;)state\1 is required/);
  const oauth = await service.fetch("/test/token", form({ grant_type: "password" }));
  assert.equal(oauth.status, 400);
  assert.deepEqual(await oauth.json(), {
    error: "invalid_request",
    error_description: "Field 'grant_type' is not valid: expected one of authorization_code",
  });
});

Deno.test("a form route takes forms only, and no field twice", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const good = await service.fetch("/test/token", form({ grant_type: "authorization_code" }));
  assert.deepEqual(await good.json(), { token_type: "Bearer" });
  const wrongType = await service.fetch("/test/token", json({ grant_type: "authorization_code" }));
  assert.equal(wrongType.status, 400);
  await wrongType.body?.cancel();
  const twice = await service.fetch("/test/token", {
    method: "POST",
    body: "grant_type=authorization_code&grant_type=authorization_code",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(twice.status, 400);
  await twice.body?.cancel();
});

Deno.test("a route with both bodies takes either", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  for (const request of [json({ state: "s" }), form({ state: "s" })]) {
    const answer = await service.fetch("/test/responses", request);
    assert.deepEqual([answer.status, await answer.json()], [200, { state: "s" }]);
  }
});

Deno.test("static paths win over parameters, and an id that does not parse is not found", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const fixed = await service.fetch("/test/things/usage");
  assert.deepEqual(await fixed.json(), { fixed: true });
  const unparsable = await service.fetch("/test/things/nonsense");
  assert.deepEqual([unparsable.status, (await unparsable.json()).error], [404, "not_found"]);
});

Deno.test("an unknown path is 404, a known one with another method 405 that names its methods", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const unknown = await service.fetch("/nowhere");
  assert.deepEqual([unknown.status, (await unknown.json()).error], [404, "not_found"]);
  const wrong = await service.fetch("/test/things/usage", { method: "DELETE" });
  assert.deepEqual([wrong.status, wrong.headers.get("allow"), (await wrong.json()).error], [
    405,
    "GET, HEAD",
    "method_not_allowed",
  ]);
});

Deno.test("bodies that are too large, no JSON, no text or of the wrong type are refused", async (t) => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const post = (body: BodyInit, type = "application/json") =>
    service.fetch("/test/things", { method: "POST", body, headers: { "content-type": type } });
  const cases = [
    { why: "too large", body: `{"name":"${"x".repeat(300_000)}"}`, status: 413 },
    {
      why: "too large, its length not declared",
      body: ReadableStream.from([new Uint8Array(200_000), new Uint8Array(200_000)]),
      status: 413,
    },
    { why: "no JSON", body: "{", status: 400 },
    { why: "empty", body: "", status: 400 },
    { why: "not UTF-8", body: new Uint8Array([0x22, 0xff, 0x22]), status: 400 },
    { why: "a lone surrogate", body: '{"name":"\\ud800"}', status: 400 },
    { why: "a lone surrogate as a key", body: '{"name":"a","\\udfff":1}', status: 400 },
    { why: "a surrogate pair", body: '{"name":"\\ud83d\\ude00"}', status: 201 },
    { why: "an escaped backslash before u", body: '{"name":"\\\\ud8"}', status: 201 },
    { why: "wrong type", body: "{}", type: "text/plain", status: 400 },
    { why: "an array", body: "[]", status: 400 },
    { why: "null", body: "null", status: 400 },
    { why: "deep nesting", body: "[".repeat(100_000), status: 400 },
    {
      why: "deep nesting in a member that is not read",
      body: `{"name":"a","x":${"[".repeat(128)}${"]".repeat(128)}}`,
      status: 400,
    },
    {
      why: "as many levels as are read",
      body: `{"name":"a","x":${"[".repeat(127)}${"]".repeat(127)}}`,
      status: 201,
    },
    { why: "deep nesting that parses", body: "[".repeat(50_000) + "]".repeat(50_000), status: 400 },
  ];
  for (const { why, body, type, status } of cases) {
    await t.step(why, async () => {
      const answer = await post(body, type);
      assert.equal(answer.status, status);
      await answer.body?.cancel();
    });
  }
});

Deno.test("a 400 names the property by its path and never its value", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const cases = [
    { body: {}, message: 'Field "name" is required' },
    { body: { name: 7 }, message: 'Field "name" is not valid: expected string' },
    { body: { name: "Katarina" }, message: 'Field "name" is not valid: at most 5 characters' },
    {
      body: { name: "a", tags: ["x", 5] },
      message: 'Field "tags[1]" is not valid: expected string',
    },
  ];
  for (const { body, message } of cases) {
    const answer = await service.fetch("/test/things", json(body));
    assert.deepEqual([answer.status, await answer.json()], [400, {
      error: "bad_request",
      message,
    }]);
  }
});

Deno.test("a fault is one 500 without detail, and a log line under the request id", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const answer = await service.fetch("/test/broken", { headers: { "x-request-id": "req-77" } });
  assert.equal(answer.status, 500);
  assert.equal(answer.headers.get("x-request-id"), "req-77");
  assert.doesNotMatch(await answer.text(), /fire/);
  const line = service.logLines.find((text) => text.includes("req-77"));
  assert.match(line ?? "", /the disk is on fire/);
});

Deno.test("what an operation does once is not done again when its commit is lost", async () => {
  const Taken = z.object({});
  const [runs, works] = [[] as number[], [] as number[]];
  const route = defineRoute({
    ...common,
    method: "post",
    path: "/test/once",
    answers: { 200: z.object({ work: z.int() }) },
    run: async (_ports, { unit, once }) => {
      const work = await once(() => Promise.resolve(works.push(works.length)));
      // The second run writes what the first one has: its commit is lost, and a third one follows.
      if (runs.push(runs.length) < 3) addTo(unit, create(Taken, ["test_once"], {}));
      return ok({ work });
    },
  });
  await using service = await serviceInMemory({ routes: [route] });
  for (const work of [1, 2]) {
    const answer = await service.fetch("/test/once", { method: "POST" });
    assert.deepEqual(await answer.json(), { work });
  }
  assert.deepEqual([runs.length, works.length], [3, 2]);
});

Deno.test("every answer carries a request id, the caller's only if it is sane", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  for (const path of ["/health", "/nowhere", "/test/broken", "/test/things/usage"]) {
    const given = await service.fetch(path, { headers: { "x-request-id": "abc-1" } });
    assert.equal(given.headers.get("x-request-id"), "abc-1");
    assert.equal(given.headers.get("x-aval-mode"), "sandbox");
    await given.body?.cancel();
    const insane = await service.fetch(path, { headers: { "x-request-id": "a b<script>" } });
    assert.match(insane.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
    await insane.body?.cancel();
  }
});

Deno.test("a stream is sent as it comes", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const answer = await service.fetch("/test/stream");
  assert.deepEqual([answer.headers.get("content-type"), await answer.text()], [
    "application/x-ndjson",
    "1\n2\n",
  ]);
});

Deno.test("a sandbox caller is the body's clientId, else the header's, else sandbox", async () => {
  await using service = await serviceInMemory({ routes: testRoutes });
  const who = async (body: unknown, headers: Record<string, string> = {}) => {
    const request = json(body);
    const answer = await service.fetch("/test/whoami", {
      ...request,
      headers: { ...request.headers, ...headers },
    });
    return answer.status === 200 ? (await answer.json()).clientId : (await answer.json()).error;
  };
  assert.equal(await who({ clientId: "acme" }, { "x-aval-sandbox-client": "globex" }), "acme");
  assert.equal(await who({}, { "x-aval-sandbox-client": "globex" }), "globex");
  assert.equal(await who({}), "sandbox");
  assert.equal(await who({}, { "x-aval-sandbox-client": "two words" }), "unauthorized");
});

Deno.test("sandbox always wins over the mode of a body, and says so", async (t) => {
  const cases = [
    { deployed: "sandbox", body: {}, mode: "sandbox", override: false },
    { deployed: "sandbox", body: { mode: "sandbox" }, mode: "sandbox", override: false },
    { deployed: "sandbox", body: { mode: "live" }, mode: "sandbox", override: true },
    { deployed: "live", body: {}, mode: "live", override: false },
    { deployed: "live", body: { mode: "live" }, mode: "live", override: false },
    { deployed: "live", body: { mode: "sandbox" }, mode: "sandbox", override: true },
  ] as const;
  for (const { deployed, body, mode, override } of cases) {
    await t.step(`${deployed} with ${JSON.stringify(body)}`, async () => {
      await using service = await serviceInMemory({ mode: deployed, routes: testRoutes });
      const answer = await service.as("acme").post("/test/whoami", body);
      assert.deepEqual(answer.body, { clientId: "acme", mode, override });
      assert.equal(answer.headers.get("x-aval-mode"), mode);
    });
  }
});

Deno.test("a role-bound route is 403 without the role, and agent keys only call what takes them", async () => {
  await using service = await serviceInMemory({ mode: "live", routes: testRoutes });
  const reviewer = service.as("acme", { roles: ["credentials-api-reviewer"] });
  assert.equal((await reviewer.get("/test/reviews")).status, 200);
  const other = await service.as("acme", { roles: ["credentials-api-issuer"] }).get(
    "/test/reviews",
  );
  assert.deepEqual([other.status, other.body.error], [403, "insufficient_role"]);
  const agent = await service.as("acme", {
    roles: ["credentials-api-reviewer"],
    scopes: ["agent:read-only"],
  }).get("/test/reviews");
  assert.deepEqual([agent.status, agent.body.error], [403, "insufficient_scope"]);
});

Deno.test("the OpenAPI description prints what the records say", () => {
  const named = testRoutes.map((route, n) => ({
    ...route,
    documentation: { operationId: `test${n}` },
  }));
  const document = describe(named, { mode: "live", baseUrl: "https://aval.example" }) as {
    openapi: string;
    paths: Record<
      string,
      Record<string, { responses: object; security?: unknown; requestBody?: { content: object } }>
    >;
  };
  assert.equal(document.openapi, "3.1.0");
  const operation = (path: string, method: string) => {
    const found = document.paths[path]?.[method];
    assert(found !== undefined, `${method} ${path}`);
    return found;
  };
  assert.deepEqual(Object.keys(operation("/test/things", "post").responses), ["201", "400", "500"]);
  assert.deepEqual(
    Object.keys(operation("/test/authorize", "get").responses).toSorted(),
    ["200", "302", "400", "500"],
  );
  assert.deepEqual(Object.keys(operation("/test/responses", "post").requestBody?.content ?? {}), [
    "application/json",
    "application/x-www-form-urlencoded",
  ]);
  assert.deepEqual(operation("/test/reviews", "get").security, [
    { bearer: ["credentials-api-reviewer"] },
  ]);
  assert.equal(operation("/test/things", "post").security, undefined);
});
