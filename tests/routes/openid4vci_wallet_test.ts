import {
  type CallbackContext,
  clientAuthenticationAnonymous,
  clientAuthenticationNone,
  setGlobalConfig,
} from "@openid4vc/oauth2";
import { Openid4vciClient } from "@openid4vc/openid4vci";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  makeOffer,
  offerUriByReference,
  offerUriByValue,
} from "../../standards/openid4vci/offer.ts";
import { offersByEveryPath } from "../support/credential_offers.ts";
import { issuing, ROW, templateOf, university } from "../support/issuance.ts";
import { listening, listeningSandbox } from "../support/listening.ts";
import { verifyByLibrary } from "../support/sd_jwt_library.ts";
import type { TestService } from "../support/service.ts";

// The served app has no certificate: its addresses are http.
setGlobalConfig({ allowInsecureUrls: true });

/** A wallet made of a library that we did not write. */
async function openWallet(
  clientAuthentication: CallbackContext["clientAuthentication"] = clientAuthenticationAnonymous(),
) {
  const keys = await generateKeyPair("ES256", { extractable: true });
  const publicJwk = { ...await exportJWK(keys.publicKey), kty: "EC" };
  const client = new Openid4vciClient({
    callbacks: {
      hash: (data) => createHash("sha256").update(data).digest(),
      generateRandom: (length) => crypto.getRandomValues(new Uint8Array(length)),
      signJwt: async (_signer, { header, payload }) => ({
        jwt: await new SignJWT(payload as Record<string, unknown>)
          .setProtectedHeader(header as { alg: string }).sign(keys.privateKey),
        signerJwk: publicJwk,
      }),
      clientAuthentication,
    },
  });
  return { client, publicJwk };
}

/** Redeems an offer as wallets do. @returns the credential, compact */
async function redeem(
  { client, publicJwk }: Awaited<ReturnType<typeof openWallet>>,
  service: Pick<TestService, "clock">,
  link: string,
  by: "nonce endpoint" | "token response" = "nonce endpoint",
): Promise<string> {
  const credentialOffer = await client.resolveCredentialOffer(link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
  });
  const credentialConfigurationId = credentialOffer.credential_configuration_ids[0]!;
  const { c_nonce: nonce } = by === "nonce endpoint"
    ? await client.requestNonce({ issuerMetadata })
    : accessTokenResponse;
  const { jwt } = await client.createCredentialRequestJwtProof({
    issuerMetadata,
    credentialConfigurationId,
    signer: { method: "jwk", alg: "ES256", publicJwk },
    issuedAt: new Date(service.clock.now().epochMilliseconds),
    nonce: String(nonce),
  });
  const { credentialResponse } = await client.retrieveCredentials({
    issuerMetadata,
    accessToken: accessTokenResponse.access_token,
    credentialConfigurationId,
    proofs: { jwt: [jwt] },
  });
  const [first] = credentialResponse.credentials ?? [];
  assert(typeof first === "object" && "credential" in first);
  return String(first.credential);
}

Deno.test("@openid4vc redeems an offer by value and one by reference, and @sd-jwt verifies what it gets", async (t) => {
  await using service = await listening(null, issuing);
  const issuer = `${service.baseUrl}/v1/credentials`;
  const configurationId = templateOf().id;
  for (const by of ["value", "reference"] as const) {
    await t.step(`by ${by}`, async () => {
      const { code, offerId } = await service.offer();
      const wallet = await openWallet();
      const link = by === "value"
        ? offerUriByValue(makeOffer({ issuer, configurationId, code }))
        : offerUriByReference(`${issuer}/offers/${offerId}`);
      const credential = await redeem(wallet, service, link, "nonce endpoint");
      const now = service.clock.now();
      const payload = await verifyByLibrary(credential, university.signer.chain[0]!, now);
      const { iat: _iat, exp: _exp, status: _status, ...claims } = payload;
      const { kty, crv, x, y } = wallet.publicJwk;
      assert.deepEqual(claims, {
        iss: issuer,
        vct: "urn:academic:degree-award:1",
        cnf: { jwk: { kty, crv, x, y } },
        ...ROW.claimValues,
      });
      await assert.rejects(redeem(wallet, service, link), "an offer is redeemed once");
    });
  }
});

Deno.test("@openid4vc redeems with the nonce of the token response, and with a client id", async () => {
  await using service = await listening(null, issuing);
  const { offerId } = await service.offer();
  const wallet = await openWallet(clientAuthenticationNone({ clientId: "a-wallet" }));
  const link = offerUriByReference(`${service.baseUrl}/v1/credentials/offers/${offerId}`);
  const credential = await redeem(wallet, service, link, "token response");
  assert.match(credential, /^ey[\w-]+\.[\w-]+\.[\w-]+(~[\w-]+)+~$/);
});

Deno.test("@openid4vc redeems an offer of a batch that was approved, and the demo's", async (t) => {
  await using service = await listeningSandbox();
  for (const [path, link] of Object.entries(await offersByEveryPath(service))) {
    await t.step(path, async () => {
      const credential = await redeem(await openWallet(), service, link);
      const now = service.clock.now();
      const payload = await verifyByLibrary(credential, university.signer.chain[0]!, now);
      assert.equal(payload["vct"], "urn:academic:degree-award:1");
      await assert.rejects(redeem(await openWallet(), service, link));
    });
  }
});
