import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { serviceInMemory } from "../../support/service.ts";

const common = {
  method: "get",
  summary: "A test route",
  service: "edge",
  kind: "test",
  auth: "none",
} as const;
const Value = z.string().regex(/^[a-z]{1,8}$/, "expected letters");

const browser = defineRoute({
  ...common,
  path: "/test/browser",
  documentation: { operationId: "readBrowser" },
  cookies: z.object({
    aval_login: Value.optional().meta({ description: "The browser" }),
    aval_login_sso: Value.optional().catch(undefined),
  }).readonly(),
  answers: { 200: z.object({ login: z.string().optional(), sso: z.string().optional() }) },
  run: (_ports, { cookies }) => ok({ login: cookies.aval_login, sso: cookies.aval_login_sso }),
});
const proof = (errorForm: "aval" | "oauth" | "page") =>
  defineRoute({
    ...common,
    path: `/test/proof/${errorForm}`,
    documentation: { operationId: `readProof_${errorForm}` },
    headers: z.object({
      "dpop": Value.meta({ description: "A proof" }),
      "x-nonce": Value.optional(),
    }),
    form: { errors: errorForm },
    answers: { 200: z.object({ proof: z.string(), nonce: z.string().optional() }) },
    run: (_ports, { headers }) => ok({ proof: headers.dpop, nonce: headers["x-nonce"] }),
  });
const neither = defineRoute({
  ...common,
  path: "/test/neither",
  documentation: { operationId: "readNeither" },
  answers: { 200: z.object({ cookies: z.null(), headers: z.null() }) },
  run: (_ports, { cookies, headers }) => ok({ cookies: cookies ?? null, headers: headers ?? null }),
});
const routes = [browser, proof("aval"), proof("oauth"), proof("page"), neither];

Deno.test("a route reads the cookies that its schema names, under their logical names", async () => {
  await using service = await serviceInMemory({
    routes,
    env: { AVAL_BASE_URL: "https://aval.example" },
  });
  const read = async (cookie: string) => {
    const answer = await service.fetch("/test/browser", { headers: { cookie } });
    return [answer.status, await answer.json()];
  };
  assert.deepEqual(await read("a=b; __Secure-aval_login=one; __Secure-aval_login_sso=two"), [200, {
    login: "one",
    sso: "two",
  }]);
  assert.deepEqual(await read("aval_login=one"), [200, {}]);
  const none = await service.fetch("/test/browser");
  assert.deepEqual([none.status, await none.json()], [200, {}]);
});

Deno.test("a cookie that does not parse reads as absent, and the others as they are", async () => {
  await using service = await serviceInMemory({ routes });
  const read = async (cookie: string) => {
    const answer = await service.fetch("/test/browser", { headers: { cookie } });
    return [answer.status, await answer.json()];
  };
  assert.deepEqual(await read("aval_login=1; aval_login_sso=two"), [200, { sso: "two" }]);
  assert.deepEqual(await read("aval_login=one; aval_login_sso=2"), [200, { login: "one" }]);
  assert.deepEqual(await read("aval_login=1; aval_login_sso=2"), [200, {}]);
});

Deno.test("a route that takes no request without cookies stops the start", async () => {
  const demanding = defineRoute({
    ...common,
    path: "/test/demanding",
    cookies: z.object({ aval_login: z.string() }),
    answers: { 200: z.object({}) },
    run: () => ok({}),
  });
  await assert.rejects(serviceInMemory({ routes: [demanding] }), /without cookies/);
});

Deno.test("a route reads the headers that its schema names", async () => {
  await using service = await serviceInMemory({ routes });
  const answer = await service.fetch("/test/proof/aval", {
    headers: { "DPoP": "abc", "X-Nonce": "def", "x-other": "1" },
  });
  assert.deepEqual([answer.status, await answer.json()], [200, { proof: "abc", nonce: "def" }]);
  const neither = await service.fetch("/test/neither", { headers: { cookie: "aval_login=one" } });
  assert.deepEqual(await neither.json(), { cookies: null, headers: null });
});

Deno.test("a malformed header is a 400 in the route's form, which never shows its value", async () => {
  await using service = await serviceInMemory({ routes });
  const send = async (form: string, headers: Record<string, string>) => {
    const answer = await service.fetch(`/test/proof/${form}`, { headers });
    assert.equal(answer.status, 400);
    const text = await answer.text();
    assert.doesNotMatch(text, /SECRET/);
    return text;
  };
  const wrong = { dpop: "SECRET" };
  assert.deepEqual(JSON.parse(await send("aval", {})), {
    error: "bad_request",
    message: 'Header "dpop" is required',
  });
  assert.deepEqual(JSON.parse(await send("aval", wrong)), {
    error: "bad_request",
    message: 'Header "dpop" is not valid: expected letters',
  });
  assert.deepEqual(JSON.parse(await send("oauth", wrong)), {
    error: "invalid_request",
    error_description: "Header 'dpop' is not valid: expected letters",
  });
  assert.match(await send("page", wrong), /Header &quot;dpop&quot; is not valid/);
});

interface Described {
  readonly paths: Record<string, {
    readonly get: {
      readonly parameters?: readonly Record<string, unknown>[];
      readonly responses: Record<string, unknown>;
    };
  }>;
}

Deno.test("cookies and headers are parameters of the OpenAPI description", () => {
  const operation = (path: string, baseUrl: string) => {
    const described = describe(routes, { mode: "sandbox", baseUrl }) as unknown as Described;
    const found = described.paths[path]?.get;
    assert(found !== undefined, path);
    return found;
  };
  const summarize = (path: string, baseUrl: string) =>
    operation(path, baseUrl).parameters?.map((parameter) => [
      parameter["in"],
      parameter["name"],
      parameter["required"],
      parameter["description"],
    ]);
  assert.deepEqual(summarize("/test/browser", "https://aval.example"), [
    ["cookie", "__Secure-aval_login", false, "The browser"],
    ["cookie", "__Secure-aval_login_sso", false, undefined],
  ]);
  assert.deepEqual(summarize("/test/browser", "http://localhost:8000"), [
    ["cookie", "aval_login", false, "The browser"],
    ["cookie", "aval_login_sso", false, undefined],
  ]);
  assert.deepEqual(summarize("/test/proof/aval", "https://aval.example"), [
    ["header", "dpop", true, "A proof"],
    ["header", "x-nonce", false, undefined],
  ]);
  const statuses = (path: string) => Object.keys(operation(path, "https://aval.example").responses);
  // A cookie is never refused, a header is.
  assert.deepEqual(statuses("/test/browser"), ["200", "500"]);
  assert.deepEqual(statuses("/test/proof/aval"), ["200", "400", "500"]);
});

Deno.test("OpenAPI refuses cookies that the service has not, and header names no request has", () => {
  const print = (members: object) =>
    describe([{ ...neither, ...members }], { mode: "sandbox", baseUrl: "https://aval.example" });
  assert.throws(() => print({ cookies: z.object({ other: z.string().optional() }) }), /no cookie/);
  assert.throws(() => print({ headers: z.object({ DPoP: z.string() }) }), /lower case/);
  assert.throws(() => print({ headers: z.string() }), /no object/);
});
