/**
 * Independent wallets: requests are read and answers sent by @openid4vc/openid4vp, credentials are
 * chosen by dcql, issued and presented by @sd-jwt and @owf/mdoc.
 */

import { DateOnly } from "@owf/mdoc";
import assert from "node:assert/strict";
import { DcqlQuery, runDcqlQuery } from "dcql";
import type { CheckType } from "../../core/verification/check_type.ts";
import type { ResponseMode } from "../../core/presentation/authorization_request.ts";
import {
  ageProofs,
  libraryHolder,
  openLibraryWallet,
  type Presenting,
  showPid,
} from "../support/library_wallet.ts";
import { owfPresentation } from "../support/owf_mdoc.ts";
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

const licence = {
  driving_privileges: [{ vehicle_category_code: "B" }],
  document_number: "SE0000002",
  issuing_country: "SE",
  expiry_date: new DateOnly("2030-01-31"),
  family_name: "Öberg-Nilsson",
};

const [, age] = ageProofs.mdoc;
const identity = ["given_name", "family_name", "birthdate", "nationalities"];
const checks: readonly (readonly [CheckType, string, Presenting])[] = [
  ["age-verification", "av_age_over_18", age],
  ["age-verification", "pid_birthdate", showPid("birthdate")],
  ["restricted-purchase-alcohol-18", "av_age_over_18", age],
  ["login-authentication", "pid_login_authentication", showPid("birthdate")],
  ["aml-identity", "pid_aml_identity", showPid(...identity)],
  [
    "str-guest-registration",
    "pid_str_guest_registration",
    showPid(...identity, "document_number"),
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
      const wallet = openLibraryWallet(service);
      const read = await wallet.read(authorizationRequestUri);
      assert.equal(read.prefix, kind === "url" ? null : kind);
      const reply = await wallet.answer(read, id, present);
      assert.equal(read.request.response_mode, mode);
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
  const wallet = openLibraryWallet(service);
  const read = await wallet.read(other.authorizationRequestUri);
  const reply = await wallet.answer(
    read,
    "av_age_over_18",
    (_, now) => age(one.authorizationRequest, now),
  );
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
      claims: libraryHolder,
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
