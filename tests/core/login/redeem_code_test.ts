import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { idTokenClaims } from "../../../core/login/id_token.ts";
import { describeLogin } from "../../../core/login/metadata.ts";
import { redeemCode, type RedeemPorts } from "../../../core/login/redeem_code.ts";
import { TokenRequest } from "../../../core/login/token_schema.ts";
import {
  challengeOf,
  grantOf,
  ISSUER,
  redeeming,
  REDIRECT_URI,
  VERIFIER,
} from "../../support/login_redeeming.ts";
import { storeInMemory } from "../../support/store.ts";

const CODE = "code-of-acme";
const OTHER_VERIFIER = "a".repeat(43);

/** Sends a valid token request of acme by client_secret_post, with some fields changed. */
function ask(ports: RedeemPorts, fields: Readonly<Record<string, string>> = {}) {
  return redeemCode(ports, {
    authorization: undefined,
    request: TokenRequest.parse({
      grant_type: "authorization_code",
      code: CODE,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      client_id: "acme",
      client_secret: "acme-secret",
      ...fields,
    }),
  });
}

function basic(clientId: string, secret: string): string {
  return `Basic ${btoa(`${clientId}:${secret}`)}`;
}

async function codeOf(asked: ReturnType<typeof ask>): Promise<string> {
  const result = await asked;
  return result.ok ? "ok" : result.refusal.code;
}

Deno.test("redeemCode() gives an id_token that verifies by the JWKS and holds the documented claims alone", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  const result = await ask(ports);
  assert(result.ok);
  const { access_token, id_token, ...rest } = result.value;
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 300 });
  assert.equal(Uint8Array.fromBase64(access_token, { alphabet: "base64url" }).length, 32);
  const keys = createLocalJWKSet({
    keys: (await ports.loginKeys.published()).map((k) => ({ ...k })),
  });
  const { payload, protectedHeader } = await jwtVerify(id_token, keys, {
    issuer: ISSUER,
    audience: "acme",
    currentDate: new Date("2026-03-02T09:00:00Z"),
  });
  const { kid } = await ports.loginKeys.signer();
  assert.deepEqual(protectedHeader, { alg: "ES256", typ: "JWT", kid });
  const iat = Date.parse("2026-03-02T09:00:00Z") / 1000;
  // OpenID Connect Core §3.1.3.6: the left half of SHA-256 over the access token's ASCII.
  const half = createHash("sha256").update(access_token).digest().subarray(0, 16);
  assert.deepEqual(payload, {
    iss: ISSUER,
    sub: "subject-of-acme",
    aud: "acme",
    exp: iat + 300,
    iat,
    auth_time: iat - 3600,
    nonce: "n-0S6_WzA2Mj",
    acr: "urn:aval:acr:wallet-pid:1",
    amr: ["pop"],
    at_hash: half.toString("base64url"),
  });
  assert.deepEqual(Object.keys(payload).toSorted(), [...idTokenClaims].toSorted());
  assert.deepEqual(describeLogin(ports).claims_supported, idTokenClaims);
});

Deno.test("redeemCode() puts no nonce into an id_token where none was sent", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf({ nonce: null }));
  const result = await ask(ports);
  assert(result.ok);
  const claims = JSON.parse(atob(result.value.id_token.split(".")[1]!));
  assert(!("nonce" in claims));
});

Deno.test("redeemCode() authenticates by client_secret_basic as well", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  const request = TokenRequest.parse({
    grant_type: "authorization_code",
    code: CODE,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  });
  const redeemed = await redeemCode(ports, {
    authorization: basic("acme", "acme-secret"),
    request,
  });
  assert(redeemed.ok);
});

Deno.test("redeemCode() takes verifiers of 43 and 128 characters, and every unreserved one", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  for (const verifier of ["x".repeat(43), "y".repeat(128), `Az09-._~${"q".repeat(40)}`]) {
    ports.loginCodes.put(verifier, grantOf({ codeChallenge: challengeOf(verifier) }));
    assert.equal(await codeOf(ask(ports, { code: verifier, code_verifier: verifier })), "ok");
  }
});

Deno.test("redeemCode() leaves a code as it is for whoever may not use it, or asks malformed", async (t) => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  const wrong = { client_secret: "wrong" };
  const cases: readonly {
    readonly why: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly authorization?: string;
    readonly code: string;
  }[] = [
    { why: "wrong secret", fields: wrong, code: "invalid_client" },
    { why: "unknown client", fields: { client_id: "nobody" }, code: "invalid_client" },
    {
      why: "no client authentication",
      fields: { client_id: "", client_secret: "" },
      code: "invalid_client",
    },
    {
      why: "two client authentications",
      fields: {},
      authorization: basic("acme", "acme-secret"),
      code: "invalid_request",
    },
    {
      why: "wrong secret and wrong verifier",
      fields: { ...wrong, code_verifier: OTHER_VERIFIER },
      code: "invalid_client",
    },
    {
      why: "another client",
      fields: { client_id: "globex", client_secret: "globex-secret" },
      code: "invalid_grant",
    },
    {
      why: "another client with a wrong verifier",
      fields: {
        client_id: "globex",
        client_secret: "globex-secret",
        code_verifier: OTHER_VERIFIER,
      },
      code: "invalid_grant",
    },
    { why: "no grant_type", fields: { grant_type: "" }, code: "invalid_request" },
    {
      why: "another grant_type",
      fields: { grant_type: "refresh_token" },
      code: "unsupported_grant_type",
    },
    { why: "no code", fields: { code: "" }, code: "invalid_request" },
    { why: "unknown code", fields: { code: "unknown" }, code: "invalid_grant" },
    { why: "no redirect_uri", fields: { redirect_uri: "" }, code: "invalid_request" },
    { why: "no verifier", fields: { code_verifier: "" }, code: "invalid_request" },
    { why: "short verifier", fields: { code_verifier: "a".repeat(42) }, code: "invalid_request" },
    { why: "long verifier", fields: { code_verifier: "a".repeat(129) }, code: "invalid_request" },
    {
      why: "reserved characters in the verifier",
      fields: { code_verifier: `${"a".repeat(42)}+` },
      code: "invalid_request",
    },
  ];
  for (const { why, fields, authorization, code } of cases) {
    await t.step(why, async () => {
      const request = TokenRequest.parse({
        grant_type: "authorization_code",
        code: CODE,
        redirect_uri: REDIRECT_URI,
        code_verifier: VERIFIER,
        client_id: "acme",
        client_secret: "acme-secret",
        ...fields,
      });
      const result = await redeemCode(ports, { authorization, request });
      assert(!result.ok);
      assert.equal(result.refusal.code, code);
      assert(ports.loginCodes.isOpen(CODE));
      assert.deepEqual(ports.loginCodes.replayed, []);
    });
  }
  assert.equal(await codeOf(ask(ports)), "ok");
});

Deno.test("redeemCode() uses up a code that its own client shows with a wrong verifier or redirect_uri", async (t) => {
  const cases = [
    { why: "another verifier", fields: { code_verifier: OTHER_VERIFIER } },
    { why: "the challenge in its place", fields: { code_verifier: challengeOf(VERIFIER) } },
    { why: "another redirect_uri", fields: { redirect_uri: "https://rp.example/callback" } },
    { why: "one in other letters", fields: { redirect_uri: REDIRECT_URI.toUpperCase() } },
    { why: "one slash more", fields: { redirect_uri: `${REDIRECT_URI}/` } },
  ];
  for (const { why, fields } of cases) {
    await t.step(why, async () => {
      await using service = await storeInMemory();
      const ports = await redeeming(service);
      ports.loginCodes.put(CODE, grantOf());
      assert.equal(await codeOf(ask(ports, fields)), "invalid_grant");
      assert(!ports.loginCodes.isOpen(CODE));
      assert.deepEqual(ports.loginCodes.replayed, []);
      assert.equal(await codeOf(ask(ports)), "invalid_grant");
      assert.deepEqual(ports.loginCodes.replayed, [CODE]);
    });
  }
});

Deno.test("redeemCode() a second time is invalid_grant and ends what the first one gave", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  assert.equal(await codeOf(ask(ports)), "ok");
  assert.equal(
    await codeOf(ask(ports, { client_id: "globex", client_secret: "globex-secret" })),
    "invalid_grant",
  );
  assert.deepEqual(ports.loginCodes.replayed, [], "another client ends nothing");
  assert.equal(await codeOf(ask(ports)), "invalid_grant");
  assert.deepEqual(ports.loginCodes.replayed, [CODE]);
});

Deno.test("redeemCode() many times at once gives one id_token", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  const answers = await Promise.all(Array.from({ length: 64 }, () => codeOf(ask(ports))));
  assert.equal(answers.filter((answer) => answer === "ok").length, 1);
  assert.equal(answers.filter((answer) => answer === "invalid_grant").length, 63);
  assert.equal(ports.loginCodes.replayed.length, 63);
});

Deno.test("redeemCode() of an expired code is invalid_grant", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  ports.loginCodes.expire(CODE);
  assert.equal(await codeOf(ask(ports)), "invalid_grant");
  assert.deepEqual(ports.loginCodes.replayed, []);
});

Deno.test("redeemCode() uses up no code while no key can be read", async () => {
  await using service = await storeInMemory();
  const ports = await redeeming(service);
  ports.loginCodes.put(CODE, grantOf());
  const loginKeys = {
    ...ports.loginKeys,
    signer: () => Promise.reject(new Error("store is down")),
  };
  await assert.rejects(ask({ ...ports, loginKeys }), /store is down/);
  assert(ports.loginCodes.isOpen(CODE));
});
