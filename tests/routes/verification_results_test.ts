import assert from "node:assert/strict";
import type { CheckType } from "../../core/verification/check_type.ts";
import { answerOf, type Claims, ERIKA, MANDATE, PERSON } from "../support/sandbox_wallet.ts";
import { serviceInMemory } from "../support/service.ts";
import {
  believingSandbox,
  pathOf,
  present,
  sendAnswer,
  start,
  tokenHeader,
} from "../support/verifying.ts";

const OF_AGE = { av_age_over_18: { age_over_18: true } };
const LICENCE = {
  driving_privileges: [{ vehicle_category_code: "B" }],
  document_number: "T22000129",
  issuing_country: "DE",
  expiry_date: "2030-03-01",
};

/** The members of a result without a screening (Verification §2). */
const notScreened = {
  method: "eudi_wallet",
  amlResult: null,
  pepFlag: null,
  sanctionedFlag: null,
  listsChecked: [],
  humanReviewRequired: false,
  frozenDecisionArtifact: null,
};

const results: readonly {
  readonly checkType: CheckType;
  readonly claims: Readonly<Record<string, Claims>>;
  readonly proofs: Claims;
}[] = [
  { checkType: "age-verification", claims: OF_AGE, proofs: { ageOver18: true } },
  {
    checkType: "age-verification",
    claims: { av_age_over_18: { age_over_18: false } },
    proofs: { ageOver18: false },
  },
  {
    checkType: "age-verification",
    claims: { pid_birthdate: { birthdate: "2008-03-02" } },
    proofs: { ageOver18: true },
  },
  {
    checkType: "restricted-purchase-alcohol-18",
    claims: { pid_birthdate: { birthdate: "2008-03-03" } },
    proofs: { ageOver18: false },
  },
  { checkType: "restricted-purchase-tobacco-18", claims: OF_AGE, proofs: { ageOver18: true } },
  { checkType: "restricted-purchase-lottery-18", claims: OF_AGE, proofs: { ageOver18: true } },
  {
    checkType: "str-guest-registration",
    claims: { pid_str_guest_registration: { ...ERIKA, document_number: "L01X00T47" } },
    proofs: { claimsVerified: true },
  },
  {
    checkType: "login-authentication",
    claims: { pid_login_authentication: { birthdate: ERIKA.birthdate } },
    proofs: { claimsVerified: true },
  },
  {
    checkType: "mobile-driving-licence",
    claims: { mdl_mobile_driving_licence: LICENCE },
    proofs: { claimsVerified: true },
  },
  {
    checkType: "mobile-driving-licence",
    claims: { mdl_mobile_driving_licence: { ...LICENCE, expiry_date: "2026-03-01" } },
    proofs: { claimsVerified: false },
  },
  {
    checkType: "corporate-mandate-verification",
    claims: {
      pid_corporate_mandate_verification: PERSON,
      por_corporate_mandate_verification: MANDATE,
    },
    proofs: { claimsVerified: true },
  },
  {
    checkType: "corporate-mandate-verification",
    claims: {
      pid_corporate_mandate_verification: PERSON,
      por_corporate_mandate_verification: { ...MANDATE, effective_until_date: "2026-03-01" },
    },
    proofs: { claimsVerified: false },
  },
];

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`a wallet's answer is decided at once in ${mode}, check by check`, async (t) => {
    await using service = await serviceInMemory({ mode, verifying: believingSandbox });
    const acme = service.as("acme");
    for (const { checkType, claims, proofs } of results) {
      // In live it takes a key of the client's: tests/journeys/evidence_pack_test.ts.
      if (mode === "live" && checkType === "str-guest-registration") continue;
      await t.step(`${checkType}: ${JSON.stringify(proofs)}`, async () => {
        const started = await start(acme, checkType);
        const { sessionId, templateVersion } = started;
        const reply = await present(service, started, claims);
        assert.deepEqual([reply.status, reply.body], [200, {
          sessionId,
          booleanProofs: proofs,
          templateVersion,
          ...notScreened,
        }]);
      });
    }
  });
}

Deno.test("today is the day in UTC: somebody is 18 from midnight on, wherever it is", async () => {
  await using service = await serviceInMemory();
  const ageOver18 = async () => {
    const started = await start(service.as("acme"), "age-verification");
    const { body } = await present(service, started, {
      pid_birthdate: { birthdate: "2008-03-03" },
    });
    return body.booleanProofs.ageOver18;
  };
  service.clock.advance({ hours: 14, minutes: 30 });
  assert.deepEqual([`${service.clock.now()}`, await ageOver18()], ["2026-03-02T23:30:00Z", false]);
  service.clock.advance({ hours: 1 });
  assert.deepEqual([`${service.clock.now()}`, await ageOver18()], ["2026-03-03T00:30:00Z", true]);
});

Deno.test("policy callbackDetail minimal keeps from the wallet what screening found, and from nobody else", async () => {
  const policy = { verification: { callbackDetail: "minimal" } } as const;
  await using service = await serviceInMemory({ policy });
  const acme = service.as("acme");
  const started = await start(acme, "aml-identity");
  const listed = { ...ERIKA, given_name: "Viktor ꆈꌠ", family_name: "Sandbergov" };
  const { body } = await present(service, started, { pid_aml_identity: listed });
  const { sessionId, templateVersion } = started;
  assert.deepEqual(body, {
    sessionId,
    templateVersion,
    booleanProofs: { claimsVerified: true },
    ...notScreened,
  });
  const peek = `${pathOf(started)}?evidencePackDelivery=peek`;
  const { decision } = (await acme.get(peek)).body;
  assert.deepEqual([decision.amlResult, decision.humanReviewRequired], ["POSSIBLE_MATCH", true]);
  // Its token is for the page that the same holder sees.
  const byToken = (await acme.get(peek, tokenHeader(started.sessionToken))).body;
  const { nameCoverage, ...rest } = decision;
  assert.deepEqual(nameCoverage.unreadScripts, ["Yiii"]);
  assert.deepEqual(byToken.decision, { ...rest, ...notScreened });
});

Deno.test("policy keyBindingSeconds and clockSkewSeconds say how far clocks may be off", async () => {
  const claims = { pid_birthdate: { birthdate: ERIKA.birthdate } };
  const policy = { verification: { keyBindingSeconds: 30, clockSkewSeconds: 0 } } as const;
  await using service = await serviceInMemory({ policy });
  // The credential was issued an hour before the wallet answers.
  const replyTo = async (seconds: number) => {
    const started = await start(service.as("acme"), "age-verification");
    const now = service.clock.now().add({ seconds });
    const body = await answerOf(started.authorizationRequest, { now, claims });
    return await sendAnswer(service, started.authorizationRequest, body);
  };
  assert.equal((await replyTo(-30)).status, 200);
  assert.match((await replyTo(-31)).body.message, /key_binding_time_unaccepted/);
  assert.match((await replyTo(3_601)).body.message, /credential_not_yet_valid/);
});
