/**
 * Wallets that we did not write: requests read and answers sent by @openid4vc/openid4vp, credentials
 * chosen by dcql, issued and presented by @sd-jwt and @owf/mdoc.
 */

import { type Openid4vpAuthorizationRequest, Openid4vpClient } from "@openid4vc/openid4vp";
import type { CallbackContext } from "@openid4vc/oauth2";
import { DateOnly } from "@owf/mdoc";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { DcqlQuery, runDcqlQuery } from "dcql";
import { CompactEncrypt, importJWK, type JWK } from "jose";
import type { CheckType } from "../../core/verification/check_type.ts";
import {
  AuthorizationRequest,
  type ResponseMode,
} from "../../core/presentation/authorization_request.ts";
import { owfPresentation } from "../support/owf_mdoc.ts";
import { libraryPid } from "../support/sd_jwt_library.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { start } from "../support/verifying.ts";

function startService(
  AVAL_VERIFIER_ID: "url" | "redirect_uri",
  AVAL_RESPONSE_MODE: ResponseMode = "direct_post",
): Promise<TestService> {
  return serviceInMemory({
    env: { AVAL_BASE_URL: "https://verifier.example", AVAL_VERIFIER_ID, AVAL_RESPONSE_MODE },
  });
}

const pid = {
  given_name: "Öykü",
  family_name: "Öberg-Nilsson",
  birthdate: "1984-08-12",
  nationalities: ["SE"],
  document_number: "SE0000001",
};

const licence = {
  driving_privileges: [{ vehicle_category_code: "B" }],
  document_number: "SE0000002",
  issuing_country: "SE",
  expiry_date: new DateOnly("2030-01-31"),
  family_name: "Öberg-Nilsson",
};

type Presenting = (request: AuthorizationRequest, now: Temporal.Instant) => Promise<string>;

const age: Presenting = (request, now) =>
  owfPresentation(request, {
    docType: "eu.europa.ec.av.1",
    nameSpace: "eu.europa.ec.av.1",
    elements: { age_over_18: true, age_over_21: true },
    shown: ["age_over_18"],
    now,
  });
const pidShowing = (...shown: readonly string[]): Presenting => (request, now) =>
  libraryPid(request, pid, { shown, now });

const identity = ["given_name", "family_name", "birthdate", "nationalities"];
const checks: readonly (readonly [CheckType, string, Presenting])[] = [
  ["age-verification", "av_age_over_18", age],
  ["age-verification", "pid_birthdate", pidShowing("birthdate")],
  ["restricted-purchase-alcohol-18", "av_age_over_18", age],
  ["login-authentication", "pid_login_authentication", pidShowing("birthdate")],
  ["aml-identity", "pid_aml_identity", pidShowing(...identity)],
  [
    "str-guest-registration",
    "pid_str_guest_registration",
    pidShowing(...identity, "document_number"),
  ],
  [
    "mobile-driving-licence",
    "mdl_mobile_driving_licence",
    (request, now) =>
      owfPresentation(request, {
        docType: "org.iso.18013.5.1.mDL",
        nameSpace: "org.iso.18013.5.1",
        elements: licence,
        shown: ["driving_privileges", "document_number", "issuing_country", "expiry_date"],
        now,
      }),
  ],
];

const verifiers = [
  ["url", "direct_post"],
  ["redirect_uri", "direct_post"],
  ["redirect_uri", "direct_post.jwt"],
] as const;

for (const [kind, mode] of verifiers) {
  for (const [checkType, id, present] of checks) {
    Deno.test(`${checkType} by ${id} of libraries' wallets, verifier ${kind}, ${mode}`, async () => {
      await using service = await startService(kind, mode);
      const { authorizationRequestUri } = await start(service.as("acme"), checkType);
      const client = clientOf(service);
      const request = await readBy(client, authorizationRequestUri, kind);
      const presentation = await present(asOurs(request), service.clock.now());
      const reply = await sendBy(client, request, { [id]: [presentation] });
      assert.equal(request.response_mode, mode);
      assert.equal(reply.status, 200, await reply.clone().text());
      assert.deepEqual(Object.values((await reply.json()).booleanProofs), [true]);
    });
  }
}

Deno.test("a presentation of @owf/mdoc's for another session is refused", async () => {
  await using service = await startService("redirect_uri");
  const acme = service.as("acme");
  const [one, other] = [
    await start(acme, "age-verification"),
    await start(acme, "age-verification"),
  ];
  const client = clientOf(service);
  const presentation = await age(one.authorizationRequest, service.clock.now());
  const request = await readBy(client, other.authorizationRequestUri, "redirect_uri");
  const reply = await sendBy(client, request, { av_age_over_18: [presentation] });
  assert.equal(reply.status, 400);
  assert.match((await reply.json()).message, /device_signature_invalid/);
});

Deno.test("the dcql library reads every query, and finds the credentials that answer it", async () => {
  await using service = await startService("url");
  const wallet = [
    {
      credential_format: "mso_mdoc" as const,
      doctype: "eu.europa.ec.av.1",
      namespaces: { "eu.europa.ec.av.1": { age_over_18: true } },
      cryptographic_holder_binding: true,
    },
    {
      credential_format: "dc+sd-jwt" as const,
      vct: "urn:eudi:pid:1",
      claims: pid,
      cryptographic_holder_binding: true,
    },
    {
      credential_format: "mso_mdoc" as const,
      doctype: "org.iso.18013.5.1.mDL",
      namespaces: { "org.iso.18013.5.1": { ...licence, expiry_date: "2030-01-31" } },
      cryptographic_holder_binding: true,
    },
  ];
  for (const [checkType, id] of checks) {
    const { authorizationRequest } = await start(service.as("acme"), checkType);
    const query = DcqlQuery.parse(authorizationRequest.dcql_query as DcqlQuery.Input);
    DcqlQuery.validate(query);
    const found = runDcqlQuery(query, { credentials: wallet, presentation: false });
    assert.equal(found.can_be_satisfied, true, checkType);
    assert.equal(found.credential_matches[id]?.success, true, `${checkType} ${id}`);
  }
});

/** The library's wallet, its requests sent to the service in this process. */
function clientOf(service: TestService): Openid4vpClient {
  const unused = () => Promise.reject(new Error("The wallet of the tests does not need it"));
  return new Openid4vpClient({
    callbacks: {
      fetch: async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : String(input));
        return await service.fetch(pathname, init ?? {});
      },
      hash: (data, algorithm) =>
        new Uint8Array(createHash(algorithm.replace("-", "")).update(data).digest()),
      verifyJwt: unused,
      decryptJwe: unused,
      encryptJwe,
      signJwt: unused,
    },
  });
}

/** Encrypts as the library asks for. */
const encryptJwe: CallbackContext["encryptJwe"] = async (encryptor, data) => {
  assert(encryptor.method === "jwk");
  const { publicJwk, alg, enc } = encryptor;
  const { kid = "" } = publicJwk;
  const jwe = await new CompactEncrypt(new TextEncoder().encode(data))
    .setProtectedHeader({ alg, enc, kid })
    .encrypt(await importJWK(publicJwk as JWK, alg));
  return { jwe, encryptionJwk: publicJwk };
};

/**
 * What the library reads in a request. It takes a URL for a verifier only where the request is signed,
 * or the wallet knows the verifier beforehand: then its identity comes from elsewhere.
 */
async function readBy(
  client: Openid4vpClient,
  uri: string,
  kind: "url" | "redirect_uri",
): Promise<Openid4vpAuthorizationRequest> {
  const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: uri });
  assert.equal(parsed.type, "openid4vp");
  const authorizationRequestPayload = parsed.params as Openid4vpAuthorizationRequest;
  const resolving = client.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload });
  if (kind === "url") await assert.rejects(resolving, /requires a signed/);
  else assert.equal((await resolving).client.prefix, "redirect_uri");
  return authorizationRequestPayload;
}

/** The same request, as our own types have it. */
function asOurs(request: Openid4vpAuthorizationRequest): AuthorizationRequest {
  return AuthorizationRequest.parse(request);
}

/** A wallet that prefers the stronger of the two that HAIP names. */
const encryption = {
  serverMetadata: {
    authorization_signing_alg_values_supported: [],
    authorization_encryption_alg_values_supported: ["ECDH-ES"],
    authorization_encryption_enc_values_supported: ["A256GCM", "A128GCM"],
  },
  encryption: { nonce: "wallet" },
};

async function sendBy(
  client: Openid4vpClient,
  request: Openid4vpAuthorizationRequest,
  vp_token: Record<string, [string]>,
): Promise<Response> {
  const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    authorizationResponsePayload: { vp_token },
    ...(request.response_mode === "direct_post.jwt" ? { jarm: encryption } : {}),
  });
  const { response } = await client.submitOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    authorizationResponsePayload,
    ...(jarm === undefined ? {} : { jarm: { responseJwt: jarm.responseJwt } }),
  });
  return response;
}
