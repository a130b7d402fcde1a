import {
  type CallbackContext,
  clientAuthenticationAnonymous,
  clientAuthenticationNone,
  setGlobalConfig,
} from "@openid4vc/oauth2";
import { Openid4vciClient } from "@openid4vc/openid4vci";
import { SDJwtInstance } from "@sd-jwt/core";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { compactVerify, exportJWK, generateKeyPair, SignJWT } from "jose";
import type { JsonObject } from "../../base/json.ts";
import {
  makeOffer,
  offerUriByReference,
  offerUriByValue,
} from "../../standards/openid4vci/offer.ts";
import { issuing, ROW, templateOf, universityKey } from "../support/issuance.ts";

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

/** The service behind a real socket. */
async function served() {
  const late: { answer?: (request: Request) => Promise<Response> } = {};
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => late.answer!(request),
  );
  const base = `http://127.0.0.1:${server.addr.port}`;
  const service = await issuing({ env: { AVAL_BASE_URL: base } });
  late.answer = async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === "POST" ? await request.arrayBuffer() : null;
    return await service.fetch(`${pathname}${search}`, { method, headers, body });
  };
  return {
    ...service,
    issuer: `${base}/v1/credentials`,
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}
type Served = Awaited<ReturnType<typeof served>>;

/** Redeems an offer as wallets do. @returns the credential, compact */
async function redeem(
  { client, publicJwk }: Awaited<ReturnType<typeof openWallet>>,
  service: Served,
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
  await using service = await served();
  const { issuer } = service;
  const configurationId = templateOf().id;
  for (const by of ["value", "reference"] as const) {
    await t.step(`by ${by}`, async () => {
      const { code, offerId } = await service.offer();
      const wallet = await openWallet();
      const link = by === "value"
        ? offerUriByValue(makeOffer({ issuer, configurationId, code }))
        : offerUriByReference(`${issuer}/offers/${offerId}`);
      const credential = await redeem(wallet, service, link, "nonce endpoint");
      const library = new SDJwtInstance<Record<string, unknown>>({
        hasher: (data: string | ArrayBuffer) =>
          createHash("sha256").update(typeof data === "string" ? data : new Uint8Array(data))
            .digest(),
        hashAlg: "sha-256",
        verifier: async (data, signature) => {
          await compactVerify(`${data}.${signature}`, universityKey);
          return true;
        },
      });
      const currentDate = Math.floor(service.clock.now().epochMilliseconds / 1000);
      const { payload } = await library.verify(credential, { currentDate });
      const { iat: _iat, exp: _exp, status: _status, ...claims } = payload as JsonObject;
      const { kty, crv, x, y } = wallet.publicJwk;
      assert.deepEqual(JSON.parse(JSON.stringify(claims)), {
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
  await using service = await served();
  const { offerId } = await service.offer();
  const wallet = await openWallet(clientAuthenticationNone({ clientId: "a-wallet" }));
  const link = offerUriByReference(`${service.issuer}/offers/${offerId}`);
  const credential = await redeem(wallet, service, link, "token response");
  assert.match(credential, /^ey[\w-]+\.[\w-]+\.[\w-]+(~[\w-]+)+~$/);
});
