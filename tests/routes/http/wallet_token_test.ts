import assert from "node:assert/strict";
import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { bearerToken } from "../../../routes/http/bearer_token.ts";
import type { Refusal } from "../../../routes/http/refusals.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory, type TestService } from "../../support/service.ts";

const common = {
  method: "post",
  summary: "A test route",
  service: "credentials",
  kind: "test",
  auth: "none",
  access: { anonymous: "wallet" },
} as const;
const TokenRequest = z.object({
  grant_type: z.string(),
  "pre-authorized_code": z.string(),
});
const GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code";

/** A token route, as OpenID4VCI 1.0 §6 has it: form or JSON. */
const token = defineRoute({
  ...common,
  path: "/test/token",
  documentation: { operationId: "redeemOfferTest" },
  limits: { bucket: "credentialToken", bodyBytesMax: 1_000 },
  body: TokenRequest,
  form: { errors: "oauth", urlencoded: TokenRequest },
  answers: { 200: z.object({ access_token: z.string() }) },
  refuses: ["invalid_grant", "unsupported_grant_type"],
  run: (_ports, { body }): Result<
    { readonly access_token: string },
    Refusal<"invalid_grant" | "unsupported_grant_type">
  > => {
    if (body.grant_type !== GRANT) return refuse({ code: "unsupported_grant_type" });
    if (body["pre-authorized_code"] === "outage") throw new UnavailableError("the store is down");
    if (body["pre-authorized_code"] !== "code") return refuse({ code: "invalid_grant" });
    return ok({ access_token: "Some-Token" });
  },
});

/** A credential route, which reads a wallet's access token itself. */
function credentialRoute(seen: (string | null)[] = []) {
  return defineRoute({
    ...common,
    path: "/test/credential",
    documentation: { operationId: "issueTest" },
    limits: { bucket: "credential", bodyBytesMax: 1_000 },
    headers: z.object({ authorization: z.string().optional() }),
    body: z.object({ format: z.literal("dc+sd-jwt") }),
    form: { errors: "credential" },
    answers: { 200: z.object({}) },
    refuses: ["invalid_token", "invalid_proof"],
    run: (_ports, { headers }): Result<
      Record<string, never>,
      Refusal<"invalid_token" | "invalid_proof">
    > => {
      const shown = bearerToken(headers.authorization);
      seen.push(shown);
      if (shown === "outage") throw new UnavailableError("the store is down");
      return shown === "Some-Token" ? ok({}) : refuse({ code: "invalid_token" });
    },
  });
}

const json = (body: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body,
});
const form = (body: string) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body,
});
const credential = '{"format":"dc+sd-jwt"}';
const proven = { authorization: "Bearer Some-Token" };

async function ask(service: TestService, path: string, init: RequestInit) {
  const answer = await service.fetch(path, init);
  const { status, headers } = answer;
  return { status, headers, body: await answer.json() };
}

Deno.test("a token request is a form or JSON, with one answer", async () => {
  await using service = await serviceInMemory({ mode: "live", routes: [token] });
  const fields = { grant_type: GRANT, "pre-authorized_code": "code" };
  for (const init of [json(JSON.stringify(fields)), form(`${new URLSearchParams(fields)}`)]) {
    const { status, headers, body } = await ask(service, "/test/token", init);
    assert.deepEqual([status, body], [200, { access_token: "Some-Token" }]);
    assert.equal(headers.get("cache-control"), "no-store");
  }
});

Deno.test("a wallet's token is read from Authorization, whatever the case of its scheme", async (t) => {
  const seen: (string | null)[] = [];
  await using service = await serviceInMemory({ mode: "live", routes: [credentialRoute(seen)] });
  const cases: readonly (readonly [header: string | null, status: number, read: string | null])[] =
    [
      ["Bearer Some-Token", 200, "Some-Token"],
      ["bearer Some-Token", 200, "Some-Token"],
      ["BEARER  Some-Token", 200, "Some-Token"],
      ["Bearer some-token", 401, "some-token"],
      ["Bearer Other", 401, "Other"],
      [null, 401, null],
      ["Bearer", 401, null],
      ["Bearer Some-Token, Bearer Other", 401, null],
      ["Bearer Some-Token Other", 401, null],
      ["DPoP Some-Token", 401, null],
      ["Basic Some-Token", 401, null],
      [`Bearer ${"a".repeat(9_000)}`, 401, null],
    ];
  for (const [header, status, read] of cases) {
    await t.step(`${header?.slice(0, 40)}`, async () => {
      seen.length = 0;
      const headers = header === null ? {} : { authorization: header };
      const answer = await ask(service, "/test/credential", json(credential, headers));
      assert.deepEqual([answer.status, seen], [status, [read]]);
      assert.equal(
        answer.headers.get("www-authenticate"),
        status === 401 ? 'Bearer error="invalid_token"' : null,
      );
      if (status === 401) assert.equal(answer.body.error, "invalid_token");
    });
  }
});

Deno.test("a wallet's token in the query opens nothing, and beside another is a malformed request", async () => {
  const seen: (string | null)[] = [];
  await using service = await serviceInMemory({ mode: "live", routes: [credentialRoute(seen)] });
  for (const query of ["access_token=Some-Token", "access_token=", "a=b&access_token=x"]) {
    const path = `/test/credential?${query}`;
    const alone = await ask(service, path, json(credential));
    assert.deepEqual([alone.status, alone.body.error], [401, "invalid_token"]);
    assert.equal(alone.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
    const beside = await ask(service, path, json(credential, proven));
    assert.deepEqual([beside.status, beside.body.error], [400, "invalid_request"]);
    assert.doesNotMatch(JSON.stringify([alone.body, beside.body]), /Some-Token/);
  }
  assert.deepEqual(seen, []);
  assert.doesNotMatch(service.logLines.join("\n"), /Some-Token/);
});

Deno.test("what the edge refuses of a wallet has the form and the code of its route", async (t) => {
  const routes = [token, credentialRoute()];
  await using service = await serviceInMemory({ mode: "live", routes });
  const long = JSON.stringify({ format: "a".repeat(2_000) });
  const text = { method: "POST", headers: { "content-type": "text/plain", ...proven }, body: "a" };
  const outage = `{"grant_type":"${GRANT}","pre-authorized_code":"outage"}`;
  const malformed = "invalid_credential_request";
  const cases: readonly {
    readonly why: string;
    readonly path: "token" | "credential";
    readonly init: RequestInit;
    readonly expected: readonly [status: number, error: string];
  }[] = [
    { why: "malformed JSON", path: "token", init: json("{"), expected: [400, "invalid_request"] },
    {
      why: "a member twice",
      path: "token",
      init: json('{"grant_type":"a","grant_type":"b"}'),
      expected: [400, "invalid_request"],
    },
    {
      why: "a field twice",
      path: "token",
      init: form("grant_type=a&grant_type=b"),
      expected: [400, "invalid_request"],
    },
    {
      why: "a missing field",
      path: "token",
      init: form("a=b"),
      expected: [400, "invalid_request"],
    },
    { why: "another type", path: "token", init: text, expected: [400, "invalid_request"] },
    { why: "a large body", path: "token", init: json(long), expected: [413, "invalid_request"] },
    { why: "GET", path: "token", init: {}, expected: [405, "invalid_request"] },
    {
      why: "an outage",
      path: "token",
      init: json(outage),
      expected: [503, "temporarily_unavailable"],
    },
    {
      why: "malformed JSON",
      path: "credential",
      init: json("{", proven),
      expected: [400, malformed],
    },
    {
      why: "a missing member",
      path: "credential",
      init: json("{}", proven),
      expected: [400, malformed],
    },
    {
      why: "a form",
      path: "credential",
      init: form("format=dc%2Bsd-jwt"),
      expected: [400, malformed],
    },
    { why: "another type", path: "credential", init: text, expected: [400, malformed] },
    {
      why: "a large body",
      path: "credential",
      init: json(long, proven),
      expected: [413, malformed],
    },
    { why: "GET", path: "credential", init: {}, expected: [405, "invalid_request"] },
    {
      why: "an outage",
      path: "credential",
      init: json(credential, { authorization: "Bearer outage" }),
      expected: [503, "temporarily_unavailable"],
    },
  ];
  for (const { why, path, init, expected } of cases) {
    await t.step(`${path}: ${why}`, async () => {
      const { status, headers, body } = await ask(service, `/test/${path}`, init);
      assert.deepEqual([status, body.error], expected);
      assert.deepEqual(Object.keys(body), ["error", "error_description"]);
      assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      assert.equal(headers.get("allow"), status === 405 ? "POST" : null);
      assert.equal(headers.get("retry-after"), status === 503 ? "1" : null);
      assert.equal(headers.get("www-authenticate"), null);
    });
  }
});

Deno.test("a wallet over its source's limit reads the 429 of every route, whatever it sends", async () => {
  const policy = { rateLimits: { credential: { capacity: 1, refillPerSecond: 1 } } };
  await using service = await serviceInMemory({
    mode: "live",
    routes: [credentialRoute()],
    policy,
  });
  assert.equal((await ask(service, "/test/credential", json(credential, proven))).status, 200);
  const limited = await ask(service, "/test/credential?access_token=x", json("{"));
  assert.deepEqual([limited.status, limited.headers.get("retry-after")], [429, "1"]);
  assert.deepEqual(Object.keys(limited.body), ["error", "message", "retryAfterSeconds"]);
});

Deno.test("OpenAPI has a wallet's token as a scheme of its own, and the codes of each form", () => {
  for (const mode of ["sandbox", "live"] as const) {
    const { paths, components } = describe([token, credentialRoute()], {
      mode,
      baseUrl: "https://aval.example",
    }) as {
      readonly paths: Record<string, {
        readonly post: {
          readonly security?: unknown;
          readonly requestBody: { readonly content: object };
          readonly responses: Record<string, { readonly description: string }>;
        };
      }>;
      readonly components: {
        readonly securitySchemes: Record<string, { readonly scheme: string }>;
      };
    };
    const issue = paths["/test/credential"]?.post;
    assert.deepEqual(issue?.security, [{ wallet_token: [] }]);
    assert.equal(components.securitySchemes["wallet_token"]?.scheme, "bearer");
    const codes = (text = "") => [...text.matchAll(/`(\w+)`/g)].map(([, code]) => code);
    assert.deepEqual(codes(issue?.responses["400"]?.description).toSorted(), [
      "invalid_credential_request",
      "invalid_proof",
      "invalid_request",
    ]);
    assert.deepEqual(codes(issue?.responses["401"]?.description), ["invalid_token"]);
    const redeem = paths["/test/token"]?.post;
    assert.equal(redeem?.security, undefined);
    assert.deepEqual(Object.keys(redeem?.requestBody.content ?? {}), [
      "application/json",
      "application/x-www-form-urlencoded",
    ]);
    assert.equal(codes(redeem?.responses["400"]?.description).includes("invalid_request"), true);
  }
});
