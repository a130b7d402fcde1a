import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../base/result.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { bearerRoutesOf } from "../support/bearer_routes.ts";
import {
  activeAnswer,
  fakeProvider,
  OWN_SECRET,
  providerEnvironment,
  type SaysOf,
} from "../support/identity_provider.ts";
import { sendRaw } from "../support/raw_http.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";
import { startServer } from "../support/server.ts";

const json = (value: unknown, status = 200) => Response.json(value, { status });

const whoami = (path: string, freshToken: boolean) =>
  defineRoute({
    method: "get",
    path,
    summary: "Tells who calls",
    service: "screening",
    kind: "test",
    auth: "bearer",
    access: { freshToken, roles: ["credentials-api-client"] },
    answers: { 200: z.object({ clientId: z.string() }) },
    run: (_ports, { caller }) => ok({ clientId: caller.clientId }),
  });
const routes = [whoami("/test/whoami", false), whoami("/test/erase", true)];

/** A live service with a provider that gives the answers of `says`. */
async function serviceAt(
  says: SaysOf,
  { withRoutes = false, env = {} }: {
    readonly withRoutes?: boolean;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
) {
  const idp = fakeProvider(says);
  const service = await serviceInMemory({
    mode: "live",
    env: { ...providerEnvironment(idp.url), ...env },
    ...(withRoutes ? { routes } : {}),
  });
  const get = async (path: string, token = "t0ken") => {
    const answer = await service.fetch(path, { headers: { authorization: `Bearer ${token}` } });
    const { status, headers } = answer;
    return { status, headers, body: await answer.json() };
  };
  return {
    idp,
    service,
    get,
    active: (members: Readonly<Record<string, unknown>> = {}) =>
      json(activeAnswer(idp, service.clock.now(), members)),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await idp[Symbol.asyncDispose]();
    },
  };
}

Deno.test("live at an identity provider answers by what it says of the token", async () => {
  await using at = await serviceAt(() => json({ active: false }), { withRoutes: true });
  at.idp.says((token) => {
    if (token === "acme") return at.active();
    if (token === "roleless") return at.active({ realm_access: { roles: [] } });
    if (token === "agent") return at.active({ scope: "agent:read-only" });
    return json({ active: false });
  });
  const answerTo = async (token: string) => {
    const { status, body, headers } = await at.get("/test/whoami", token);
    return [status, body.error ?? body.clientId, headers.get("www-authenticate")];
  };
  assert.deepEqual(await answerTo("acme"), [200, "acme", null]);
  assert.deepEqual(await answerTo("roleless"), [403, "insufficient_role", null]);
  assert.deepEqual(await answerTo("agent"), [403, "insufficient_scope", null]);
  assert.deepEqual(await answerTo("revoked"), [
    401,
    "unauthorized",
    'Bearer error="invalid_token"',
  ]);
});

Deno.test("live at an identity provider refuses the operator's own tokens", async () => {
  await using at = await serviceAt(() => json({ active: false }));
  const minted = await at.service.as("acme").get("/v1/lists");
  assert.deepEqual([minted.status, minted.body.error], [401, "unauthorized"]);
});

Deno.test("a provider that cannot answer is 503 with Retry-After on bearer routes, and health is ok", async () => {
  await using at = await serviceAt(() => json({ error: "invalid_client" }, 401));
  for (let asked = 0; asked < 7; asked++) {
    const { status, headers, body } = await at.get("/v1/lists", `t0ken${asked}`);
    assert.deepEqual([status, body.error], [503, "upstream_unavailable"]);
    assert.equal(headers.get("www-authenticate"), null);
    assert.equal(headers.get("retry-after"), asked < 5 ? "1" : "5");
  }
  assert.equal(at.idp.questions.length, 5);
  const health = await at.get("/health");
  assert.deepEqual([health.status, health.body], [200, {
    status: "ok",
    mode: "live",
    version: "0.0.0",
    build: "0123456789ab",
  }]);
  at.service.clock.advance({ seconds: 5 });
  at.idp.says(() => at.active());
  assert.equal((await at.get("/v1/lists")).status, 200);
  const logged = at.service.logLines.join("\n");
  assert.match(logged, /introspection_breaker.*opened/);
  assert.match(logged, /introspection_breaker.*closed/);
  assert(!logged.includes("t0ken") && !logged.includes(OWN_SECRET));
  assert(!logged.includes(encodeURIComponent(OWN_SECRET)));
});

Deno.test("a provider that hangs is 503 after the policy's seconds", async () => {
  const policy = await Deno.makeTempFile();
  await Deno.writeTextFile(policy, '{"introspection":{"timeoutSeconds":1}}');
  try {
    await using at = await serviceAt(() => json({}), { env: { AVAL_POLICY: policy } });
    at.idp.says(() => at.idp.hang());
    assert.equal((await at.get("/v1/lists")).status, 503);
    assert(!at.service.logLines.join().includes("policy_without_effect"));
  } finally {
    await Deno.remove(policy);
  }
});

Deno.test("a revoked token works on for seconds, and not at all where nothing could be undone", async () => {
  await using at = await serviceAt(() => json({ active: false }), { withRoutes: true });
  const statuses = async (...paths: readonly string[]) => {
    const found: number[] = [];
    for (const path of paths) found.push((await at.get(path)).status);
    return found;
  };
  at.idp.says(() => at.active());
  assert.deepEqual(await statuses("/test/whoami", "/test/erase", "/test/erase"), [200, 200, 200]);
  assert.equal(at.idp.questions.length, 3);
  at.idp.says(() => json({ active: false }));
  assert.deepEqual(await statuses("/test/whoami", "/test/erase", "/test/whoami"), [200, 401, 401]);
});

Deno.test("approving, revoking, sealing, signing and erasing ask anew about their token; every other route believes an answer of seconds ago", async () => {
  await using at = await serviceAt(() => json({ active: false }));
  at.idp.says(() => at.active());
  const headers = { authorization: "Bearer t0ken", "content-type": "application/json" };
  const anew: string[] = [];
  const routes = await bearerRoutesOf(at.service);
  for (const { method, path, template } of routes) {
    await at.get("/v1/lists"); // known from now on
    const before = at.idp.questions.length;
    const answer = await at.service.fetch(path, {
      method,
      headers,
      ...(method !== "GET" ? { body: "{}" } : {}),
    });
    await answer.body?.cancel();
    assert.notEqual(answer.status, 401, path);
    if (at.idp.questions.length > before) anew.push(template);
  }
  const asking = [
    "/v1/credentials/issue/batches/{}/approve",
    "/v1/credentials/issue/batches/{}/items/{}/revoke",
    "/v1/screen/gdpr/erasure-requests",
    "/v1/seal",
    "/v1/sign",
    "/v1/verify/gdpr/erasure-requests",
  ];
  const served = new Set(routes.map(({ template }) => template));
  assert.deepEqual(anew.toSorted(), asking.filter((template) => served.has(template)));
});

Deno.test("what is no token never reaches the provider", async () => {
  await using idp = fakeProvider(() => json({ active: false }));
  await using server = await startServer({
    ...await liveEnvironment(),
    ...providerEnvironment(idp.url),
    AVAL_KV: ":memory:",
  });
  const headers: readonly (readonly string[])[] = [
    [],
    ["Authorization: Basic YTpi"],
    ["Authorization: Bearer"],
    ["Authorization: Bearer a b"],
    ["Authorization: Bearer a,b"],
    ['Authorization: Bearer "a"'],
    ["Authorization: Bearer é"],
    [`Authorization: Bearer ${"a".repeat(8_193)}`],
    [`Authorization: Bearer a${"=".repeat(8_192)}`],
    ["Authorization: Bearer a", "Authorization: Bearer b"],
    ["Authorization: Bearer a", "authorization: Bearer a"],
  ];
  for (const header of headers) {
    const answer = await sendRaw(server.url, ["GET /v1/lists HTTP/1.1", "Host: x", ...header]);
    assert.equal(answer.status, 401, header.join().slice(0, 60));
    assert.equal(JSON.parse(answer.body).error, "unauthorized");
  }
  assert.equal(idp.questions.length, 0);
  const longest = await sendRaw(server.url, [
    "GET /v1/lists HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${"a".repeat(8_192)}`,
  ]);
  assert.equal(longest.status, 401);
  assert.equal(idp.questions.length, 1);
});
