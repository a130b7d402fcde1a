import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { sendAnswer } from "../support/verifying.ts";

const issuer = "http://localhost:8000/v1/credentials";
const peek = "?claimsDelivery=peek";

async function post(service: TestService, path: string, body: unknown, token?: string) {
  const answer = await service.fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text);
}

/** Redeems a demo offer. @returns the credential and its key */
async function redeemDemo(service: TestService) {
  const demo = await service.fetch("/v1/credentials/sandbox/demo-offer");
  const { credentialOffer } = await demo.json();
  const code = credentialOffer.grants[preAuthorizedCodeGrant]["pre-authorized_code"];
  const token = await post(service, "/v1/credentials/token", {
    grant_type: preAuthorizedCodeGrant,
    "pre-authorized_code": code,
  });
  const keys = await generateKeyPair("ES256");
  const iat = Math.floor(service.clock.now().epochMilliseconds / 1000);
  const proof = await new SignJWT({ aud: issuer, iat, nonce: token.c_nonce })
    .setProtectedHeader({
      alg: "ES256",
      typ: "openid4vci-proof+jwt",
      jwk: await exportJWK(keys.publicKey),
    }).sign(keys.privateKey);
  const { credentials: [{ credential }] } = await post(service, "/v1/credentials", {
    credential_configuration_id: credentialOffer.credential_configuration_ids[0],
    proofs: { jwt: [proof] },
  }, token.access_token);
  return { credential: String(credential), keys };
}

/** Presents a credential with some of its claims, like a wallet. */
async function show(
  credential: string,
  names: readonly string[],
  keys: CryptoKeyPair,
  { client_id, nonce }: AuthorizationRequest,
  iat: number,
): Promise<string> {
  const [jwt = "", ...disclosures] = credential.split("~").filter((part) => part !== "");
  const shown = disclosures.filter((text) =>
    names.includes(JSON.parse(Buffer.from(text, "base64url").toString())[1])
  );
  const presented = [jwt, ...shown, ""].join("~");
  const binding = await new SignJWT({
    iat,
    nonce,
    aud: client_id,
    sd_hash: createHash("sha256").update(presented).digest("base64url"),
  }).setProtectedHeader({ alg: "ES256", typ: "kb+jwt" }).sign(keys.privateKey);
  return `${presented}${binding}`;
}

Deno.test("a demo offer is redeemed, shown to an employer, revoked, and reads so at the next look", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { credential, keys } = await redeemDemo(service);
  const iat = Math.floor(service.clock.now().epochMilliseconds / 1000);
  const answer = async (names: readonly string[]) => {
    const started = await startEmployer(acme);
    const { authorizationRequest: request } = started;
    const presentation = await show(credential, names, keys as CryptoKeyPair, request, iat);
    const vp_token = { academic_degree: [presentation] };
    const { status, body } = await sendAnswer(service, request, { vp_token });
    return { started, status, body };
  };
  const { started, status, body } = await answer(["award_title", "award_date"]);
  assert.equal(status, 200, JSON.stringify(body));
  const path = employerPathOf(started);
  const before = (await acme.get(`${path}${peek}`)).body.decision;
  assert.deepEqual(before, {
    method: "eudi_wallet",
    booleanProofs: { claimsVerified: true },
    credentialType: "DEGREE_AWARD",
    issuer: { name: "Example University", country: "AT" },
    templateVersion: "academic-credential@1",
    disclosedClaims: null,
    revocationStatus: "VALID",
  });
  const issued = (await service.auditEvents()).find(({ kind }) => kind === "CREDENTIAL_ISSUED");
  assert(issued?.kind === "CREDENTIAL_ISSUED");
  const item = `/v1/credentials/issue/batches/${issued.batchId}/items/${issued.itemId}`;
  const revocation = await acme.post(`${item}/revoke`, undefined);
  assert.equal(revocation.status, 200, revocation.text);
  const after = (await acme.get(path)).body.decision;
  assert.equal(after.revocationStatus, "REVOKED");
  assert.deepEqual(after.disclosedClaims, {
    award_title: "Bachelor of Science in Computer Science",
    award_date: "2025-07-14",
  });
  const late = await answer(["award_title"]);
  assert.equal(late.status, 400);
  assert.match(late.body.message, /credential_revoked/);
});
