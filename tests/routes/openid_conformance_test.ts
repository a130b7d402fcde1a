/**
 * The verifier modules of the OpenID conformance suite (OpenID4VP 1.0 final), by their names. The
 * suite accepts any 4xx of the `response_uri` in a negative module. Here the rule must also be the
 * right one, and the session must still accept a valid answer.
 */

import assert from "node:assert/strict";
import type { Json } from "../../base/json.ts";
import { readRequest } from "../../sandbox/wallet/read_request.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { SessionInitiated } from "../../core/verification/schema.ts";
import { encryptAnswer, sendFields } from "../support/encrypting.ts";
import { makeVerifier } from "../support/pem.ts";
import { seededRandom } from "../support/random.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, sendAnswer, start } from "../support/verifying.ts";
import { tokenFor } from "../support/wallet.ts";

const checks = [
  { format: "sd-jwt", checkType: "age-verification" },
  { format: "mdoc", checkType: "age-verification" },
  { format: "sd-jwt", checkType: "aml-identity" },
  { format: "mdoc", checkType: "mobile-driving-licence" },
] as const;

/**
 * Reads a request like a wallet: from the URI or, if signed, from the address that the URI names.
 */
async function read(
  service: TestService,
  { authorizationRequestUri }: SessionInitiated,
): Promise<AuthorizationRequest> {
  const request = await readRequest(
    authorizationRequestUri,
    (url, init) => service.fetch(new URL(url).pathname, init),
  );
  assert(request.ok, request.ok ? "" : request.refusal.message);
  return request.value;
}

const verifiers = ["url", "x509_hash", "x509_san_dns", "HAIP"] as const;

/**
 * Variables of a verifier. `HAIP` is the variant of the suite's HAIP plan: `x509_hash`, signed,
 * answered by `direct_post.jwt`.
 */
async function environmentOf(verifier: typeof verifiers[number]) {
  if (verifier === "url") return {};
  const { env } = await makeVerifier("P-256", ["verifier.example"]);
  const base = { ...env, AVAL_BASE_URL: "https://verifier.example" };
  return verifier === "HAIP"
    ? { ...base, AVAL_VERIFIER_ID: "x509_hash", AVAL_RESPONSE_MODE: "direct_post.jwt" }
    : { ...base, AVAL_VERIFIER_ID: verifier };
}

/** Sends a token as the request requires: plain or encrypted. */
async function sendToken(
  service: TestService,
  request: AuthorizationRequest,
  vp_token: Json,
): Promise<Answer> {
  if (request.response_mode === "direct_post") {
    return await sendAnswer(service, request, { vp_token });
  }
  const response = await encryptAnswer(request, { vp_token }, { enc: "A256GCM" });
  return await sendFields(service, request, { response });
}

for (const verifier of verifiers) {
  for (const { format, checkType } of checks) {
    Deno.test(`HappyFlow: ${checkType} by ${format}, verifier ${verifier}`, async () => {
      const env = await environmentOf(verifier);
      await using service = await serviceInMemory({ env });
      const started = await start(service.as("acme"), checkType);
      const request = await read(service, started);
      assert.deepEqual(request, started.authorizationRequest);
      const prefix = request.client_id.replace(/:.*/s, "");
      const expected = verifier === "HAIP" ? "x509_hash" : verifier;
      assert.equal(prefix, verifier === "url" ? "http" : expected);
      const token = await tokenFor(service, request, { format });
      const reply = await sendToken(service, request, token);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.headers.get("content-type"), "application/json");
      assert.equal(reply.headers.get("cache-control"), "no-store");
      assert.equal(reply.headers.get("location"), null);
      assert.equal(Object.hasOwn(reply.body, "redirect_uri"), false);
      const { body } = await service.as("acme").get(pathOf(started));
      assert.equal(body.status, "completed");
    });
  }
}

for (const verifier of ["x509_hash", "x509_san_dns", "HAIP"] as const) {
  Deno.test(`RequestUriFetchedTwice: verifier ${verifier}`, async () => {
    const env = await environmentOf(verifier);
    await using service = await serviceInMemory({ env });
    const started = await start(service.as("acme"), "age-verification");
    const [first, second] = [await read(service, started), await read(service, started)];
    assert.deepEqual(second, first);
    const token = await tokenFor(service, second);
    assert.equal((await sendToken(service, second, token)).status, 200);
  });
}

Deno.test("RequestUriMethodPost: it is not announced, and a POST is refused and counts as no fetch", async () => {
  const { env } = await makeVerifier();
  await using service = await serviceInMemory({ env });
  const started = await start(service.as("acme"), "age-verification");
  const parameters = new URL(started.authorizationRequestUri).searchParams;
  // Without it a wallet sends GET (OpenID4VP 1.0 §5.1).
  assert.equal(parameters.get("request_uri_method"), null);
  const { pathname } = new URL(parameters.get("request_uri") ?? "");
  for (let times = 0; times < 3; times++) {
    const refused = await service.fetch(pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "wallet_nonce=qPmxiNFCR3QTm19POc8u",
    });
    assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"]);
    await refused.body?.cancel();
  }
  const request = await read(service, started);
  const token = await tokenFor(service, request);
  assert.equal((await sendToken(service, request, token)).status, 200);
});

for (const verifier of ["x509_hash", "x509_san_dns", "HAIP"] as const) {
  Deno.test(`RequestUriMethodPost: by policy, verifier ${verifier}`, async () => {
    const env = await environmentOf(verifier);
    const policy = { verification: { requestUriMethod: "post" } } as const;
    await using service = await serviceInMemory({ env, policy });
    const started = await start(service.as("acme"), "age-verification");
    // With a random source it sends a nonce and a key, and takes no request without the nonce.
    const request = await readRequest(
      started.authorizationRequestUri,
      (url, init) => {
        assert.equal(init.method, "POST");
        return service.fetch(new URL(url).pathname, init);
      },
      seededRandom(),
    );
    assert(request.ok, request.ok ? "" : request.refusal.message);
    const token = await tokenFor(service, request.value);
    assert.equal((await sendToken(service, request.value, token)).status, 200);
  });
}

for (const verifier of ["url", "HAIP"] as const) {
  Deno.test(`MinimalCnfJwk: verifier ${verifier}`, async () => {
    await using service = await serviceInMemory({ env: await environmentOf(verifier) });
    const { authorizationRequest: request } = await start(service.as("acme"), "aml-identity");
    const token = await tokenFor(service, request);
    const [presentation = ""] = Object.values(token as Record<string, readonly string[]>).flat();
    const payload = JSON.parse(atobUrl(presentation.split(".")[1] ?? ""));
    assert.deepEqual(Object.keys(payload.cnf.jwk).toSorted(), ["crv", "kty", "x", "y"]);
    const reply = await sendToken(service, request, token);
    assert.equal(reply.status, 200, reply.text);
  });
}

const negative = [
  ["InvalidSessionTranscript", "mdoc", "handover", "device_signature_invalid"],
  ["InvalidKbJwtSignature", "sd-jwt", "kb_signature", "key_binding_signature_invalid"],
  ["InvalidCredentialSignature", "sd-jwt", "issuer_signature", "issuer_signature_invalid"],
  ["InvalidCredentialSignature", "mdoc", "issuer_signature", "issuer_signature_invalid"],
  ["InvalidSdHash", "sd-jwt", "sd_hash", "key_binding_sd_hash_differs"],
  ["InvalidKbJwtNonce", "sd-jwt", "nonce", "key_binding_nonce_differs"],
  ["InvalidKbJwtAud", "sd-jwt", "aud", "key_binding_audience_differs"],
  ["KbJwtIatInPast", "sd-jwt", "kb_iat_past", "key_binding_time_unaccepted"],
  ["KbJwtIatInFuture", "sd-jwt", "kb_iat_future", "key_binding_time_unaccepted"],
] as const;

for (const [module, format, breaking, code] of negative) {
  for (const verifier of ["url", "HAIP"] as const) {
    Deno.test(`${module}: ${format}, verifier ${verifier}`, async () => {
      await using service = await serviceInMemory({ env: await environmentOf(verifier) });
      const { authorizationRequest: request } = await start(service.as("acme"), "age-verification");
      const broken = await tokenFor(service, request, { format, breaking });
      const refused = await sendToken(service, request, broken);
      assert.deepEqual([refused.status, refused.body.error], [400, "invalid_presentation"]);
      assert.match(refused.body.message, new RegExp(`: ${code} `));
      const good = await tokenFor(service, request, { format });
      assert.equal((await sendToken(service, request, good)).status, 200);
    });
  }
}

function atobUrl(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}
