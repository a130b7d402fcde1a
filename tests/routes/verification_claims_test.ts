import assert from "node:assert/strict";
import { exportJWK, generateKeyPair } from "jose";
import { tagged } from "../../sandbox/wallet/cbor.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import { digestOf } from "../../standards/sd_jwt/disclosure.ts";
import { answerOf, type Claims, ERIKA, MANDATE, PERSON } from "../support/sandbox_wallet.ts";
import { disclosureOf } from "../support/sd_jwt.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, sendAnswer, start } from "../support/verifying.ts";

const day = (text: string) => tagged(1004, text);
const time = (text: string) => tagged(0, text);
/** A driving privilege of category B with a restriction (ISO/IEC 18013-5 §7.2.4). */
const PRIVILEGE = new Map<string, unknown>([
  ["vehicle_category_code", "B"],
  ["issue_date", day("2019-03-01")],
  ["expiry_date", day("2034-03-01")],
  ["codes", [new Map([["code", "01"], ["sign", "="], ["value", "06"]])]],
]);
const LICENCE = {
  driving_privileges: [PRIVILEGE],
  document_number: "T22000129",
  issuing_country: "DE",
  expiry_date: day("2030-03-01"),
};

const checks = {
  "aml-identity": (claims: Claims) => ({ pid_aml_identity: { ...ERIKA, ...claims } }),
  "str-guest-registration": (claims: Claims) => ({
    pid_str_guest_registration: { ...ERIKA, document_number: "L01X00T47", ...claims },
  }),
  "login-authentication": (claims: Claims) => ({
    pid_login_authentication: { birthdate: ERIKA.birthdate, ...claims },
  }),
  "mobile-driving-licence": (claims: Claims) => ({
    mdl_mobile_driving_licence: { ...LICENCE, ...claims },
  }),
  "corporate-mandate-verification": (claims: Claims) => ({
    pid_corporate_mandate_verification: PERSON,
    por_corporate_mandate_verification: { ...MANDATE, ...claims },
  }),
} satisfies Partial<Record<CheckType, unknown>>;

type Checked = keyof typeof checks;

/** Values that are valid for no claim. */
const nothings = [null, "", "  ", {}, [], 7, "x".repeat(20_000)] as const;
const deep = (depth: number): unknown => depth === 0 ? 1 : [deep(depth - 1)];

const unusable: Readonly<Record<Checked, Readonly<Record<string, readonly unknown[]>>>> = {
  "aml-identity": {
    given_name: nothings,
    family_name: nothings,
    birthdate: [...nothings, "2999-09-09", "1984-02-30"],
    nationalities: [...nothings, ["DE", null], [""], Array(100).fill("DE")],
  },
  "str-guest-registration": {
    document_number: [...nothings, Array(1_500).fill(1e20), ["L01X00T47"]],
  },
  "login-authentication": { birthdate: [...nothings, "2999-09-09"] },
  "mobile-driving-licence": {
    driving_privileges: [
      ...nothings.filter((value) => !Array.isArray(value)),
      [null],
      ["B"],
      [new Map()],
      [new Map([...PRIVILEGE, ["issue_date", "soon"]])],
      [new Map([...PRIVILEGE, ["codes", [null]]])],
      Array(200).fill(new Map([["vehicle_category_code", "B"]])),
    ],
    document_number: nothings,
    issuing_country: [...nothings, "Germany", "de"],
    expiry_date: [...nothings, time("2030-13-01T00:00:00Z"), day("2030-02-30")],
  },
  "corporate-mandate-verification": {
    legal_person_identifier: nothings,
    legal_name: nothings,
    full_powers: [...nothings, "true"],
    effective_from_date: nothings,
    effective_until_date: nothings.filter((value) => value !== null),
  },
};

for (
  const [checkType, members] of Object.entries(unusable) as [Checked, typeof unusable[Checked]][]
) {
  Deno.test(`${checkType} certifies no claim that is not what it must be`, async (t) => {
    await using service = await serviceInMemory();
    const acme = service.as("acme");
    for (const [name, values] of Object.entries(members)) {
      for (const value of values) {
        await t.step(`${name}: ${JSON.stringify(value).slice(0, 40)}`, async () => {
          const started = await start(acme, checkType);
          const claims = checks[checkType]({ [name]: value });
          const { status, body } = await present(service, started, claims);
          assert.deepEqual([status, body.error], [400, "invalid_presentation"], body.message);
          const credential = Object.keys(claims).at(-1);
          assert.equal(
            body.message,
            `The presentation does not verify: claim_unusable (credential ${credential}, claim ${name})`,
          );
          assert.equal((await acme.get(pathOf(started))).body.status, "pending");
        });
      }
    }
    assert.deepEqual(await service.auditEvents(), []);
  });
}

Deno.test("a mandate is of a person who is somebody", async () => {
  await using service = await serviceInMemory();
  for (const odd of [{ given_name: null }, { family_name: 7 }, { birthdate: "2999-09-09" }]) {
    const started = await start(service.as("acme"), "corporate-mandate-verification");
    const { body } = await present(service, started, {
      pid_corporate_mandate_verification: { ...PERSON, ...odd },
      por_corporate_mandate_verification: MANDATE,
    });
    const [name] = Object.keys(odd);
    const place = `(credential pid_corporate_mandate_verification, claim ${name})`;
    assert.equal(body.message, `The presentation does not verify: claim_unusable ${place}`);
  }
});

/** Answers with a power of representation: some claims as disclosures, some plain. */
async function answerPower(service: TestService, hidden: Claims, clear: Claims) {
  const started = await start(service.as("acme"), "corporate-mandate-verification");
  const { authorizationRequest: request } = started;
  const now = service.clock.now();
  const of = async (claims: Readonly<Record<string, Claims>>, payload: Claims = {}) =>
    (await answerOf(request, { now, claims, sdJwt: { payload } })).vp_token;
  const vp_token = {
    ...await of({ pid_corporate_mandate_verification: PERSON }),
    ...await of({ por_corporate_mandate_verification: hidden }, clear),
  };
  return await sendAnswer(service, request, { vp_token });
}

Deno.test("a mandate without an end holds, unless its holder may have left the end out", async () => {
  await using service = await serviceInMemory();
  const { effective_until_date: _end, ...endless } = MANDATE;
  const withheld = digestOf(disclosureOf("effective_until_date", "2025-01-01"));
  const cases: readonly (readonly [string, Claims, Claims, boolean | null])[] = [
    ["null", { ...MANDATE, effective_until_date: null }, {}, true],
    ["missing", endless, {}, true],
    ["missing, all in the clear", {}, endless, true],
    ["not begun", { ...endless, effective_from_date: "2027-01-01" }, {}, false],
    ["of some powers", { ...endless, full_powers: false }, {}, false],
    ["perhaps withheld", {}, { ...endless, _sd: [withheld] }, null],
    ["no date", { ...MANDATE, effective_until_date: "" }, {}, null],
  ];
  for (const [what, hidden, clear, claimsVerified] of cases) {
    const { status, body } = await answerPower(service, hidden, clear);
    assert.equal(status, claimsVerified === null ? 400 : 200, `${what}: ${body.message}`);
    if (claimsVerified !== null) assert.deepEqual(body.booleanProofs, { claimsVerified }, what);
    else {
      const place = "(credential por_corporate_mandate_verification, claim effective_until_date)";
      assert.equal(body.message, `The presentation does not verify: claim_unusable ${place}`);
    }
  }
});

Deno.test("what is valid and not what was asked for is an answer: no", async () => {
  await using service = await serviceInMemory();
  const cases: readonly (readonly [Checked, Claims, boolean])[] = [
    ["corporate-mandate-verification", {}, true],
    ["corporate-mandate-verification", { full_powers: false }, false],
    ["corporate-mandate-verification", { effective_from_date: "2027-01-01" }, false],
    ["mobile-driving-licence", {}, true],
    ["mobile-driving-licence", { driving_privileges: [] }, false],
    ["mobile-driving-licence", { expiry_date: time("2030-03-01T00:00:00Z") }, true],
    ["mobile-driving-licence", { expiry_date: time("2026-03-02T00:00:00Z") }, true],
    ["mobile-driving-licence", { expiry_date: time("2026-03-01T23:59:59Z") }, false],
    ["mobile-driving-licence", { expiry_date: day("2026-03-01") }, false],
  ];
  for (const [checkType, claims, claimsVerified] of cases) {
    const started = await start(service.as("acme"), checkType);
    const { body } = await present(service, started, checks[checkType](claims));
    assert.deepEqual(body.booleanProofs, { claimsVerified }, JSON.stringify(claims));
  }
});

Deno.test("values that stand deep in each other are refused, whoever has signed them", async () => {
  await using service = await serviceInMemory();
  for (const depth of [29, 33, 40, 1_000]) {
    const started = await start(service.as("acme"), "mobile-driving-licence");
    const claims = checks["mobile-driving-licence"]({ driving_privileges: deep(depth) });
    const { status, body } = await present(service, started, claims);
    assert.equal(status, 400);
    assert.match(
      body.message,
      depth < 30 ? /: claim_unusable \(credential \w+, claim \w+\)$/ : /: mdoc_malformed \(/,
    );
  }
  for (const depth of [29, 40, 1_000]) {
    const started = await start(service.as("acme"), "str-guest-registration");
    const claims = checks["str-guest-registration"]({ document_number: deep(depth) });
    const { status, body } = await present(service, started, claims);
    assert.equal(status, 400);
    assert.match(
      body.message,
      depth < 30
        ? /: claim_unusable \(credential \w+, claim \w+\)$/
        : /: (?:sd_jwt|disclosure)_malformed \(/,
    );
  }
});

Deno.test("a mandate of two keys is verified where it names the person, and else it is not", async () => {
  await using service = await serviceInMemory();
  const other = await generateKeyPair("ES256");
  const cnf = { jwk: await exportJWK(other.publicKey) };
  const cases: readonly (readonly [Claims, boolean])[] = [
    [MANDATE, false],
    [{ ...MANDATE, ...PERSON }, true],
    [{ ...MANDATE, ...PERSON, family_name: "Musterfrau" }, false],
  ];
  for (const [power, claimsVerified] of cases) {
    const started = await start(service.as("acme"), "corporate-mandate-verification");
    const { authorizationRequest: request } = started;
    const now = service.clock.now();
    const person = await answerOf(request, {
      now,
      claims: { pid_corporate_mandate_verification: PERSON },
    });
    const mandate = await answerOf(request, {
      now,
      claims: { por_corporate_mandate_verification: power },
      sdJwt: { payload: { cnf }, walletKey: other.privateKey },
    });
    const vp_token = { ...person.vp_token, ...mandate.vp_token };
    const { status, body } = await sendAnswer(service, request, { vp_token });
    assert.deepEqual([status, body.booleanProofs], [200, { claimsVerified }], body.message);
  }
});
