/**
 * The verifier modules of the OpenID conformance suite (OpenID4VP 1.0 final), under its names. There a
 * 4xx of the `response_uri` passes a negative module; here the rule must be the right one too, and the
 * session must still take a good answer.
 */

import assert from "node:assert/strict";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, sendAnswer, start } from "../support/verifying.ts";
import { tokenFor } from "../support/wallet.ts";

const checks = [
  { format: "sd-jwt", checkType: "age-verification" },
  { format: "mdoc", checkType: "age-verification" },
  { format: "sd-jwt", checkType: "aml-identity" },
  { format: "mdoc", checkType: "mobile-driving-licence" },
] as const;

for (const { format, checkType } of checks) {
  Deno.test(`HappyFlow: ${checkType} by ${format}`, async () => {
    await using service = await serviceInMemory();
    const started = await start(service.as("acme"), checkType);
    const request = started.authorizationRequest;
    const token = await tokenFor(service, request, { format });
    const reply = await sendAnswer(service, request, { vp_token: token });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get("content-type"), "application/json");
    assert.equal(reply.headers.get("cache-control"), "no-store");
    assert.equal(reply.headers.get("location"), null);
    assert.equal(Object.hasOwn(reply.body, "redirect_uri"), false);
    const read = await service.as("acme").get(pathOf(started));
    assert.equal(read.body.status, "completed");
  });
}

Deno.test("MinimalCnfJwk", async () => {
  await using service = await serviceInMemory();
  const { authorizationRequest: request } = await start(service.as("acme"), "aml-identity");
  const token = await tokenFor(service, request);
  const [presentation = ""] = Object.values(token as Record<string, readonly string[]>).flat();
  const payload = JSON.parse(atobUrl(presentation.split(".")[1] ?? ""));
  assert.deepEqual(Object.keys(payload.cnf.jwk).toSorted(), ["crv", "kty", "x", "y"]);
  const reply = await sendAnswer(service, request, { vp_token: token });
  assert.equal(reply.status, 200, reply.text);
});

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
  Deno.test(`${module}: ${format}`, async () => {
    await using service = await serviceInMemory();
    const { authorizationRequest: request } = await start(service.as("acme"), "age-verification");
    const broken = await tokenFor(service, request, { format, breaking });
    const refused = await sendAnswer(service, request, { vp_token: broken });
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_presentation"]);
    assert.match(refused.body.message, new RegExp(`: ${code} `));
    const good = await tokenFor(service, request, { format });
    assert.equal((await sendAnswer(service, request, { vp_token: good })).status, 200);
  });
}

function atobUrl(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}
