import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import { type Fetch, readRequest } from "../../../sandbox/wallet/read_request.ts";
import {
  type AuthorizationRequest,
  authorizationRequest,
  authorizationRequestUri,
  signedRequestUri,
  type VerifierIdentity,
} from "../../../core/presentation/authorization_request.ts";
import { checkTypes } from "../../../core/verification/check_types.ts";
import { makeDecryptionKey } from "../../../standards/jose/encryption_key.ts";
import type { EcJwk } from "../../../standards/jose/ec_jwk.ts";
import { certify, dnsNames, signerExtensions } from "../../support/certificates.ts";
import { seededRandom } from "../../support/random.ts";

const responseUri = "https://verifier.example/v1/verify/sessions/1/responses";

function requestOf(
  identity: VerifierIdentity,
  answerKey: EcJwk | null = null,
): AuthorizationRequest {
  const { query } = checkTypes["age-verification"];
  const [nonce, state] = ["n-0S6", "s-1"];
  return authorizationRequest({ identity, responseUri, query, nonce, state, answerKey });
}

const unreachable: Fetch = () => Promise.reject(new Error("nothing is to be fetched"));

async function refusalOf(uri: string, fetch = unreachable): Promise<string> {
  const read = await readRequest(uri, fetch);
  return read.ok ? "none" : read.refusal.message;
}

Deno.test("readRequest() reads a request by value, of either verifier that signs nothing", async () => {
  for (const kind of ["url", "redirect_uri"] as const) {
    const request = requestOf(
      kind === "url" ? { kind, url: "https://verifier.example" } : { kind },
    );
    const read = await readRequest(authorizationRequestUri(request), unreachable);
    assert(read.ok);
    assert.deepEqual(read.value, request);
  }
});

Deno.test("readRequest() reads which key an answer is encrypted to, and refuses to do without", async () => {
  const request = requestOf({ kind: "redirect_uri" }, makeDecryptionKey(seededRandom()));
  const read = await readRequest(authorizationRequestUri(request), unreachable);
  assert(read.ok);
  assert.deepEqual(read.value, request);
  const { jwks: _, ...client_metadata } = request.client_metadata ?? assert.fail();
  const keyless = authorizationRequestUri({ ...request, client_metadata });
  assert.match(await refusalOf(keyless), /names no key/);
});

Deno.test("readRequest() refuses what would send the answer to somebody else", async () => {
  const request = requestOf({ kind: "redirect_uri" });
  const elsewhere = { ...request, response_uri: "https://attacker.example/responses" };
  assert.match(await refusalOf(authorizationRequestUri(elsewhere)), /another party/);
  const unsigned = requestOf({ kind: "x509_hash", certificateHash: "AAAA" });
  assert.match(await refusalOf(authorizationRequestUri(unsigned)), /must be signed/);
  for (const uri of ["", "sd", "openid4vp://authorize", "openid4vp://authorize?dcql_query=%7B"]) {
    assert.match(await refusalOf(uri), /not an authorization request/);
  }
});

const signer = await certify({ name: "verifier" });
const certificateHash = createHash("sha256").update(signer.der).digest("base64url");
const request = requestOf({ kind: "x509_hash", certificateHash });
const uri = signedRequestUri({
  clientId: request.client_id,
  requestUri: "https://verifier.example/request",
});

/** A request object with changes that make it invalid. */
async function objectOf(
  { claims = request, typ = "oauth-authz-req+jwt", der = signer.der, key = signer.keys.privateKey }:
    {
      readonly claims?: AuthorizationRequest;
      readonly typ?: string;
      readonly der?: Uint8Array;
      readonly key?: CryptoKey;
    } = {},
): Promise<string> {
  const x5c = [Buffer.from(der).toString("base64")];
  return await new SignJWT({ ...claims, aud: "https://self-issued.me/v2" })
    .setProtectedHeader({ alg: "ES256", typ, x5c }).sign(key);
}

function serving(text: string, status = 200): Fetch {
  return (url, init) => {
    assert.equal(url, "https://verifier.example/request");
    assert.equal(new Headers(init.headers).get("accept"), "application/oauth-authz-req+jwt");
    return Promise.resolve(new Response(text, { status }));
  };
}

Deno.test("readRequest() fetches a signed request and verifies who signed it", async () => {
  const read = await readRequest(uri, serving(await objectOf()));
  assert(read.ok, read.ok ? "" : read.refusal.message);
  assert.deepEqual(read.value, request);
});

Deno.test("readRequest() refuses a request object that its verifier did not sign", async (t) => {
  const other = await certify({ name: "other" });
  const cases = [
    ["another's signature", await objectOf({ key: other.keys.privateKey }), /is invalid/],
    ["another's certificate", await objectOf({ der: other.der }), /not the verifier's/],
    ["another type", await objectOf({ typ: "JWT" }), /type_unsupported/],
    [
      "another verifier's request",
      await objectOf({ claims: requestOf({ kind: "redirect_uri" }) }),
      /another verifier's/,
    ],
    ["no certificate", await objectOf({ der: Uint8Array.of(1) }), /no certificate/],
    ["no request object", "{}", /malformed/],
  ] as const;
  for (const [why, text, message] of cases) {
    await t.step(why, async () => assert.match(await refusalOf(uri, serving(text)), message));
  }
  assert.match(await refusalOf(uri, serving("", 404)), /answers 404/);
  assert.match(await refusalOf(uri), /nothing is to be fetched/);
});

Deno.test("readRequest() holds a verifier by its DNS name to its certificate, and the answer's host to it", async () => {
  const named = await certify({
    name: "named",
    extensions: [...signerExtensions, dnsNames("verifier.example", "other.example", "*.example")],
  });
  const { der, keys: { privateKey: key } } = named;
  const readAs = async (dnsName: string) => {
    const claims = requestOf({ kind: "x509_san_dns", dnsName });
    const requestUri = "https://verifier.example/request";
    return await readRequest(
      signedRequestUri({ clientId: claims.client_id, requestUri }),
      serving(await objectOf({ claims, der, key })),
    );
  };
  const read = await readAs("verifier.example");
  assert(read.ok, read.ok ? "" : read.refusal.message);
  const cases = [
    ["other.example", /another host than its own/],
    ["www.example", /not the verifier's/],
    ["*.example", /not the verifier's/],
  ] as const;
  for (const [dnsName, message] of cases) {
    const refused = await readAs(dnsName);
    assert.match(refused.ok ? "none" : refused.refusal.message, message);
  }
  const unsigned = authorizationRequestUri(
    requestOf({ kind: "x509_san_dns", dnsName: "a.example" }),
  );
  assert.match(await refusalOf(unsigned), /must be signed/);
});
