import assert from "node:assert/strict";
import { z } from "zod";
import { ok, refuse } from "../../../base/result.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { oauthRefusalKinds } from "../../../routes/http/oauth_refusals.ts";
import { type RefusalCode, refusalKinds } from "../../../routes/http/refusals.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { renderErrorPage } from "../../../routes/html/error_page.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../support/service.ts";

const common = {
  service: "verification",
  kind: "test",
  auth: "none",
  method: "post",
  summary: "A test route",
  answers: { 200: z.object({}) },
} as const;

/** Refuses with the code that its form names. */
const tokens = defineRoute({
  ...common,
  path: "/test/token",
  documentation: { operationId: "redeemTest" },
  limits: { bodyBytesMax: 1_000, bucket: "loginToken" },
  form: { urlencoded: z.object({ code: z.string() }), errors: "oauth" },
  refuses: ["invalid_client", "invalid_grant", "invalid_token", "temporarily_unavailable"],
  run: (_ports, { body: { code } }) => {
    switch (code) {
      case "fault":
        throw new Error("the disk is on fire");
      case "outage":
        throw new UnavailableError("the store is down");
      case "invalid_client":
      case "invalid_grant":
      case "invalid_token":
      case "temporarily_unavailable":
        return refuse({ code });
      default:
        return ok({});
    }
  },
});
const behindBearer = defineRoute({
  ...common,
  path: "/test/credential",
  documentation: { operationId: "issueTest" },
  auth: "bearer",
  form: { errors: "oauth" },
  run: () => ok({}),
});
const page = defineRoute({
  ...common,
  method: "get",
  path: "/test/authorize",
  documentation: { operationId: "authorizeTest" },
  limits: { bucket: "loginAuthorize" },
  query: z.object({ fault: z.string().optional() }),
  form: { errors: "page" },
  answers: { 200: { contentType: "text/html; charset=utf-8", description: "A page" } },
  run: (_ports, { query }) => {
    if (query.fault === undefined) return ok("<h1>Scan this</h1>");
    throw new Error("the disk is on fire");
  },
});
const routes = [tokens, behindBearer, page];

const formType = { "content-type": "application/x-www-form-urlencoded" };
const post = (code: string) => ({ method: "POST", headers: formType, body: `code=${code}` });

Deno.test("a route that speaks OAuth refuses in its words, with the challenge of their scheme", async (t) => {
  await using service = await serviceInMemory({ routes });
  const cases = [
    { code: "invalid_grant", status: 400, challenge: null },
    { code: "invalid_client", status: 401, challenge: 'Basic realm="aval"' },
    { code: "invalid_token", status: 401, challenge: 'Bearer error="invalid_token"' },
    { code: "temporarily_unavailable", status: 503, challenge: null },
  ] as const;
  for (const { code, status, challenge } of cases) {
    await t.step(code, async () => {
      const answer = await service.fetch("/test/token", post(code));
      assert.deepEqual(
        [answer.status, answer.headers.get("www-authenticate"), answer.headers.get("content-type")],
        [status, challenge, "application/json"],
      );
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.deepEqual(await answer.json(), {
        error: code,
        error_description: oauthRefusalKinds[code].message,
      });
    });
  }
});

Deno.test("what the edge refuses on a route that speaks OAuth has its name there", async (t) => {
  await using service = await serviceInMemory({ mode: "live", routes });
  const cases: readonly {
    readonly why: string;
    readonly path?: string;
    readonly init: RequestInit;
    readonly status: number;
    readonly error: string;
  }[] = [
    {
      why: "a missing field",
      init: { ...post(""), body: "" },
      status: 400,
      error: "invalid_request",
    },
    {
      why: "a field given twice",
      init: { ...post(""), body: "code=a&code=b" },
      status: 400,
      error: "invalid_request",
    },
    {
      why: "an unknown field given twice",
      init: { ...post(""), body: "code=a&x=1&x=2" },
      status: 400,
      error: "invalid_request",
    },
    {
      why: "a JSON body",
      init: {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"code":"a"}',
      },
      status: 400,
      error: "invalid_request",
    },
    { why: "no body", init: { method: "POST" }, status: 400, error: "invalid_request" },
    { why: "a large body", init: post("a".repeat(2_000)), status: 413, error: "invalid_request" },
    { why: "another method", init: { method: "GET" }, status: 405, error: "invalid_request" },
    { why: "a fault", init: post("fault"), status: 500, error: "server_error" },
    { why: "an outage", init: post("outage"), status: 503, error: "temporarily_unavailable" },
    {
      why: "no token",
      path: "/test/credential",
      init: { method: "POST" },
      status: 401,
      error: "invalid_token",
    },
  ];
  for (const { why, path = "/test/token", init, status, error } of cases) {
    await t.step(why, async () => {
      const answer = await service.fetch(path, init);
      const body = await answer.json();
      assert.deepEqual([answer.status, body.error], [status, error]);
      assert.deepEqual(Object.keys(body), ["error", "error_description"]);
      assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      const challenge = answer.headers.get("www-authenticate");
      assert.equal(challenge, status === 401 ? "Bearer" : null);
      assert.equal(answer.headers.get("allow"), status === 405 ? "POST" : null);
    });
  }
});

Deno.test("a page route answers a fault and another method with a page", async () => {
  await using service = await serviceInMemory({ routes });
  const fault = await service.fetch("/test/authorize?fault=1");
  const method = await service.fetch("/test/authorize", { method: "POST" });
  assert.deepEqual([fault.status, method.status, method.headers.get("allow")], [
    500,
    405,
    "GET, HEAD",
  ]);
  for (const answer of [fault, method]) {
    assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
    const text = await answer.text();
    const code = answer === fault ? "internal_error" : "method_not_allowed";
    const { html, contentSecurityPolicy } = renderErrorPage({ cause: code, message: "" });
    assert.equal(text, html);
    assert.equal(answer.headers.get("content-security-policy"), contentSecurityPolicy);
    assert.doesNotMatch(text, /fire/);
  }
});

Deno.test("a route that refuses in the words of another error form stops the start", async (t) => {
  const cases: readonly {
    readonly errorForm?: "oauth" | "page";
    readonly code: RefusalCode;
    readonly reason: RegExp;
  }[] = [
    { code: "invalid_grant", reason: /invalid_grant belongs to routes of the OAuth error form/ },
    { errorForm: "page", code: "invalid_client", reason: /invalid_client belongs to/ },
    { errorForm: "oauth", code: "bad_request", reason: /has a name in OAuth: invalid_request/ },
    { errorForm: "oauth", code: "unauthorized", reason: /has a name in OAuth: invalid_token/ },
    {
      errorForm: "oauth",
      code: "upstream_unavailable",
      reason: /has a name in OAuth: temporarily_unavailable/,
    },
  ];
  for (const { errorForm, code, reason } of cases) {
    await t.step(`${errorForm ?? "aval"}, ${code}`, async () => {
      const route = defineRoute({
        ...common,
        path: "/test/words",
        ...(errorForm === undefined ? {} : { form: { errors: errorForm } }),
        refuses: [code],
        run: () => ok({}),
      });
      await assert.rejects(serviceInMemory({ routes: [route] }), reason);
    });
  }
});

Deno.test("an OAuth refusal has a message that its form can carry, and a 401 a challenge", () => {
  for (const [code, kind] of Object.entries(oauthRefusalKinds)) {
    assert.match(kind.message, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, code);
    assert.equal("challenge" in kind, kind.status === 401, code);
  }
  // Authorize sends these in a redirect, which is no refusal.
  for (const code of ["access_denied", "login_required", "unsupported_response_type"]) {
    assert(!(code in refusalKinds), code);
  }
});

interface Described {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<
    Record<string, { readonly schema: { readonly $ref?: string; readonly type?: string } }>
  >;
}

Deno.test("the OpenAPI description has the errors of each form, with the codes of each operation", () => {
  const document = describe(routes, { mode: "live", baseUrl: "https://aval.example" }) as {
    readonly paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
    readonly components: {
      readonly schemas: Record<string, { readonly required: readonly string[] }>;
      readonly responses: Record<string, Described>;
    };
  };
  const answers = (path: string, method: string) => {
    const found = document.paths[path]?.[method]?.responses ?? {};
    return Object.fromEntries(
      Object.entries(found).filter(([status]) => status !== "200").map((
        [status, { description, content }],
      ) => [status, [
        Object.entries(content).map(([type, { schema }]) =>
          `${type} ${schema.$ref ?? schema.type}`
        ),
        [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code),
      ]]),
    );
  };
  const oauth = ["application/json #/components/schemas/OAuthError"];
  const limited = [["application/json #/components/schemas/RateLimitError"], [
    "rate_limit_exceeded",
  ]];
  assert.deepEqual(answers("/test/token", "post"), {
    400: [oauth, ["invalid_request", "invalid_grant"]],
    401: [oauth, ["invalid_client", "invalid_token"]],
    429: limited,
    500: [oauth, ["server_error"]],
    503: [oauth, ["temporarily_unavailable"]],
  });
  assert.deepEqual(answers("/test/authorize", "get"), {
    400: [["text/html string"], []],
    429: limited,
    500: [["text/html string"], []],
  });
  assert.deepEqual(answers("/test/credential", "post")["401"], [oauth, ["invalid_token"]]);
  const { schemas, responses } = document.components;
  assert.deepEqual(schemas["OAuthError"]?.required, ["error", "error_description"]);
  const shared = Object.entries(responses).filter(([name]) => name.startsWith("OAuth"));
  assert.equal(shared.length, 6);
  for (const [name, { content }] of shared) {
    assert.equal(content["application/json"]?.schema.$ref, "#/components/schemas/OAuthError", name);
  }
  assert.match(responses["OAuthPayloadTooLarge"]?.description ?? "", /: `invalid_request`$/);
  assert.doesNotMatch(responses["BadRequest"]?.description ?? "", /invalid_grant/);
  assert.doesNotMatch(responses["Unauthorized"]?.description ?? "", /invalid_client/);
  assert(responses["OAuthUnauthorized"]?.headers?.["WWW-Authenticate"] !== undefined);
});
