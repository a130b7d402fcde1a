/**
 * Independent wallets that receive a request from a page's browser: the request is read and the
 * answer made by @openid4vc/openid4vp, credentials are issued and presented by @sd-jwt and
 * @owf/mdoc.
 */

import { type Openid4vpAuthorizationRequestDcApi, Openid4vpClient } from "@openid4vc/openid4vp";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { compactVerify, importX509 } from "jose";
import type { DigitalRequest } from "../../sandbox/wallet/wallet_request.ts";
import { DigitalRequestParameters } from "../../core/presentation/digital_credential_request.ts";
import type { DigitalSessionInitiated } from "../../core/verification/schema.ts";
import {
  askDigital,
  digitalEnvironments,
  type DigitalKind,
  PAGE,
  sendData,
  serviceWithPages,
} from "../support/digital_sessions.ts";
import { ageProofs, libraryCallbacks, libraryEncryption } from "../support/library_wallet.ts";
import { pemOf } from "../support/pem.ts";
import type { TestService } from "../support/service.ts";

const presentings = Object.values(ageProofs);

/** The library's name for the verifier's client ID prefix. */
function prefixOf(kind: DigitalKind): string {
  if (kind.startsWith("unsigned")) return "origin";
  return kind.endsWith("x509_san_dns") ? "x509_san_dns" : "x509_hash";
}

/** A service on this machine's clock, which the library uses. */
async function serviceNow(kind: DigitalKind): Promise<TestService> {
  const service = await serviceWithPages(kind);
  service.clock.advance({ milliseconds: Date.now() - service.clock.now().epochMilliseconds });
  return service;
}

for (const kind of Object.keys(digitalEnvironments) as DigitalKind[]) {
  for (const [id, present] of presentings) {
    Deno.test(`age-verification by ${id} of libraries' wallets, by a browser: ${kind}`, async () => {
      await using service = await serviceNow(kind);
      const started: DigitalSessionInitiated = (await askDigital(service.as("acme"))).body;
      const { request, clientPrefix } = await readBy(started, PAGE);
      assert.equal(clientPrefix, prefixOf(kind));
      const presentation = await present(boundTo(request, PAGE), service.clock.now());
      const data = await dataBy(request, { [id]: [presentation] });
      assert.deepEqual(Object.keys(data), kind.endsWith(".jwt") ? ["response"] : ["vp_token"]);
      const reply = await sendData(service, started, data);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body.booleanProofs, { ageOver18: true });
    });
  }
}

Deno.test("the library refuses a signed request that another page hands on", async () => {
  await using service = await serviceNow("signed dc_api");
  const started: DigitalSessionInitiated = (await askDigital(service.as("acme"))).body;
  await assert.rejects(readBy(started, "https://evil.example"), /expected_origins/);
});

Deno.test("what libraries' wallets present to another page is refused", async () => {
  await using service = await serviceNow("unsigned dc_api");
  for (const [id, present] of presentings) {
    const started: DigitalSessionInitiated = (await askDigital(service.as("acme"))).body;
    const { request } = await readBy(started, "https://evil.example");
    const presentation = await present(
      boundTo(request, "https://evil.example"),
      service.clock.now(),
    );
    const reply = await sendData(service, started, await dataBy(request, { [id]: [presentation] }));
    assert.match(reply.body.message, /: (key_binding_audience_differs|device_signature_invalid) /);
  }
});

const client = new Openid4vpClient({
  callbacks: {
    ...libraryCallbacks,
    verifyJwt: async (signer, { compact }) => {
      assert(signer.method === "x5c");
      const der = new Uint8Array(Buffer.from(signer.x5c[0] ?? "", "base64"));
      await compactVerify(compact, await importX509(pemOf("CERTIFICATE", der), signer.alg));
      // What it asks for beside: the library wants the key, and does not look at it.
      return { verified: true, signerJwk: { kty: "EC" } };
    },
  },
});

/** The request in the `data` of a page, as the library reads it. */
async function readBy({ digitalCredentialRequest }: DigitalSessionInitiated, origin: string) {
  const { data } = JSON.parse(JSON.stringify(digitalCredentialRequest));
  const resolved = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: data,
    origin,
  });
  return {
    request: resolved.authorizationRequestPayload as Openid4vpAuthorizationRequestDcApi,
    clientPrefix: resolved.client.prefix,
  };
}

/** The same request in the form that the credential libraries take. */
function boundTo(request: Openid4vpAuthorizationRequestDcApi, origin: string): DigitalRequest {
  return { ...DigitalRequestParameters.parse(request), origin, client_id: `origin:${origin}` };
}

/** The `data` of the browser's answer, made by the library. */
async function dataBy(
  request: Openid4vpAuthorizationRequestDcApi,
  vp_token: Record<string, [string]>,
): Promise<Record<string, unknown>> {
  const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    authorizationResponsePayload: { vp_token },
    origin: PAGE,
    ...(request.response_mode === "dc_api.jwt" ? { jarm: libraryEncryption } : {}),
  });
  return jarm === undefined
    ? JSON.parse(JSON.stringify(authorizationResponsePayload))
    : { response: jarm.responseJwt };
}
