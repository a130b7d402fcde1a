import assert from "node:assert/strict";
import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { loginMetadataRoutes } from "../../routes/api/login_metadata.ts";
import { loginTokenRoute } from "../../routes/api/login_token.ts";
import type { Ports } from "../../routes/http/ports.ts";
import {
  grantOf,
  ISSUER,
  redeeming,
  REDIRECT_URI,
  routesOver,
  VERIFIER,
} from "../support/login_redeeming.ts";
import { serviceInMemory, type TestServiceOptions } from "../support/service.ts";
import { storeInMemory } from "../support/store.ts";

const CODE = "code-of-acme";
const PATH = "/v1/login/token";
const FORM = "application/x-www-form-urlencoded";

/** A service with one stored code of acme. */
async function serve(options: TestServiceOptions = {}) {
  const store = await storeInMemory();
  const ports = await redeeming(store);
  ports.loginCodes.put(CODE, grantOf());
  const routes = routesOver([loginTokenRoute, ...loginMetadataRoutes({ jwksCacheSeconds: 300 })], {
    ...ports,
    loginCodes: ports.loginCodes as Ports["loginCodes"],
  });
  const service = await serviceInMemory({ ...options, routes });
  return {
    ...service,
    codes: ports.loginCodes,
    redeem: (
      fields: Readonly<Record<string, string>> | string,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      service.fetch(PATH, {
        method: "POST",
        headers: { "content-type": FORM, ...headers },
        body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
      }),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const shown = {
  grant_type: "authorization_code",
  code: CODE,
  redirect_uri: REDIRECT_URI,
  code_verifier: VERIFIER,
};
const post = { client_id: "acme", client_secret: "acme-secret" };
const basic = { authorization: `Basic ${btoa("acme:acme-secret")}` };

Deno.test("POST /v1/login/token answers a code with an id_token of the published keys, and no-store", async (t) => {
  for (
    const [why, fields, headers] of [
      ["client_secret_post", { ...shown, ...post }, {}],
      ["client_secret_basic", shown, basic],
      ["Basic beside the same client_id", { ...shown, client_id: "acme" }, basic],
      ["parameters that are unknown", { ...shown, ...post, scope: "openid" }, {}],
    ] as const
  ) {
    await t.step(why, async () => {
      await using service = await serve();
      const answer = await service.redeem(fields, headers);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(answer.headers.get("pragma"), "no-cache");
      assert.equal(answer.headers.get("access-control-allow-origin"), null);
      const body = await answer.json();
      assert.deepEqual(Object.keys(body).toSorted(), [
        "access_token",
        "expires_in",
        "id_token",
        "token_type",
      ]);
      const jwks = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`), {
        [customFetch]: (url) => service.fetch(new URL(url).pathname),
      });
      const { payload } = await jwtVerify(body.id_token, jwks, {
        issuer: ISSUER,
        audience: "acme",
        currentDate: new Date("2026-03-02T09:00:00Z"),
      });
      assert.equal(payload.sub, "subject-of-acme");
    });
  }
});

Deno.test("POST /v1/login/token refuses in OAuth's words, and leaves the code", async (t) => {
  await using service = await serve();
  const twice = `${new URLSearchParams({ ...shown, ...post })}&code=${CODE}`;
  const json = { "content-type": "application/json" };
  const { code: _code, ...noCode } = shown;
  const { code_verifier: _verifier, ...noVerifier } = shown;
  const cases = [
    { why: "no client authentication", fields: shown, status: 401, error: "invalid_client" },
    {
      why: "a wrong secret",
      fields: { ...shown, ...post, client_secret: "wrong" },
      status: 401,
      error: "invalid_client",
    },
    {
      why: "an unknown client",
      fields: { ...shown, client_id: "nobody", client_secret: "wrong" },
      status: 401,
      error: "invalid_client",
    },
    {
      why: "a bearer token",
      fields: shown,
      headers: { authorization: "Bearer acme-secret" },
      status: 401,
      error: "invalid_client",
    },
    {
      why: "two client authentications",
      fields: { ...shown, ...post },
      headers: basic,
      status: 400,
      error: "invalid_request",
    },
    {
      why: "a JSON body",
      fields: JSON.stringify({ ...shown, ...post }),
      headers: json,
      status: 400,
      error: "invalid_request",
    },
    { why: "a field twice", fields: twice, status: 400, error: "invalid_request" },
    { why: "no code", fields: { ...noCode, ...post }, status: 400, error: "invalid_request" },
    {
      why: "no verifier",
      fields: { ...noVerifier, ...post },
      status: 400,
      error: "invalid_request",
    },
    {
      why: "another grant type",
      fields: { ...shown, ...post, grant_type: "client_credentials" },
      status: 400,
      error: "unsupported_grant_type",
    },
    {
      why: "another client",
      fields: { ...shown, client_id: "globex", client_secret: "globex-secret" },
      status: 400,
      error: "invalid_grant",
    },
    {
      why: "an unknown code",
      fields: { ...shown, ...post, code: "unknown" },
      status: 400,
      error: "invalid_grant",
    },
  ];
  for (const { why, fields, headers = {}, status, error } of cases) {
    await t.step(why, async () => {
      const answer = await service.redeem(fields, headers);
      const text = await answer.text();
      const body = JSON.parse(text);
      assert.deepEqual([answer.status, body.error], [status, error]);
      assert.deepEqual(Object.keys(body).toSorted(), ["error", "error_description"]);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(
        answer.headers.get("www-authenticate"),
        status === 401 ? 'Basic realm="aval"' : null,
      );
      for (const secret of [CODE, VERIFIER, "acme-secret", "wrong"]) assert(!text.includes(secret));
      assert(service.codes.isOpen(CODE));
    });
  }
  assert.equal((await service.redeem({ ...shown, ...post })).status, 200);
});

Deno.test("POST /v1/login/token answers an unknown client and a wrong secret with the same bytes", async () => {
  await using service = await serve();
  const wrong = await service.redeem({ ...shown, ...post, client_secret: "wrong" });
  const unknown = await service.redeem({ ...shown, client_id: "nobody", client_secret: "wrong" });
  assert.equal(await wrong.text(), await unknown.text());
});

Deno.test("POST /v1/login/token: a wrong verifier uses the code up, a second use ends the first", async () => {
  await using service = await serve();
  const wrong = await service.redeem({ ...shown, ...post, code_verifier: "a".repeat(43) });
  assert.deepEqual([wrong.status, (await wrong.json()).error], [400, "invalid_grant"]);
  assert(!service.codes.isOpen(CODE));
  assert.deepEqual(service.codes.replayed, []);
  const again = await service.redeem({ ...shown, ...post });
  assert.deepEqual([again.status, (await again.json()).error], [400, "invalid_grant"]);
  assert.deepEqual(service.codes.replayed, [CODE]);
});

Deno.test("POST /v1/login/token is limited by source before the client is authenticated", async () => {
  await using service = await serve({
    policy: { rateLimits: { loginToken: { capacity: 2, refillPerSecond: 0.01 } } },
  });
  const wrong = { ...shown, ...post, client_secret: "wrong" };
  for (const status of [401, 401, 429]) {
    const answer = await service.redeem(wrong);
    const body = await answer.json();
    assert.equal(answer.status, status);
    if (status === 429) assert.equal(body.error, "rate_limit_exceeded");
  }
  const limited = await service.redeem({ ...shown, ...post });
  assert.equal(limited.status, 429);
  assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/);
  assert(service.codes.isOpen(CODE));
});

Deno.test("nothing of a token request reaches the log", async () => {
  await using service = await serve({ mode: "live" });
  const answer = await service.redeem({ ...shown, ...post });
  const { access_token, id_token } = await answer.json();
  await service.redeem({ ...shown, ...post });
  const log = service.logLines.join("\n");
  for (const secret of [CODE, VERIFIER, "acme-secret", access_token, id_token, "subject-of-acme"]) {
    assert(!log.includes(secret));
  }
});
