import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import type { Json } from "../../../base/json.ts";
import type { CheckType } from "../../../core/verification/check_type.ts";
import { checkTypes } from "../../../core/verification/check_types.ts";

const today = Temporal.PlainDate.from("2026-11-21");

function judge(
  checkType: CheckType,
  claims: Readonly<Record<string, Json>>,
  { isByOneKey = true, showsAll = false }: {
    readonly isByOneKey?: boolean;
    readonly showsAll?: boolean;
  } = {},
) {
  const shown = new Map(Object.entries(claims));
  const judged = checkTypes[checkType].judge(shown, today, {
    isByOneKey,
    showsAll: () => showsAll,
  });
  if (judged.ok) return judged.value;
  assert.equal(judged.refusal.code, "claim_unusable");
  return null;
}

const ageChecks = [
  "age-verification",
  "restricted-purchase-alcohol-18",
  "restricted-purchase-tobacco-18",
  "restricted-purchase-lottery-18",
] as const;

Deno.test("either credential proves an age, and a document that says no is an answer", () => {
  const document = (value: Json) => ({
    av_age_over_18: { "eu.europa.ec.av.1": { age_over_18: value } },
  });
  for (const check of ageChecks) {
    for (
      const [claims, ageOver18] of [
        [{ pid_birthdate: { birthdate: "1984-08-12" } }, true],
        [{ pid_birthdate: { birthdate: "2010-08-12" } }, false],
        [document(true), true],
        [document(false), false],
      ] as const
    ) {
      assert.deepEqual(judge(check, claims), { booleanProofs: { ageOver18 }, subject: null });
    }
    for (
      const claims of [
        { pid_birthdate: { birthdate: "1984" } },
        document("true"),
        document(1),
        {},
      ]
    ) {
      assert.equal(judge(check, claims), null);
    }
  }
});

Deno.test("only restricted purchases need a country, and only identities are kept for delivery", () => {
  const names = Object.keys(checkTypes) as CheckType[];
  assert.deepEqual(
    names.filter((name) => checkTypes[name].needsCountry),
    names.filter((name) => name.startsWith("restricted-purchase-")),
  );
  assert.deepEqual(names.filter((name) => checkTypes[name].delivers !== "none"), [
    "aml-identity",
    "str-guest-registration",
  ]);
});

const person = {
  given_name: "Erika",
  family_name: "Mustermann",
  birthdate: "1984-08-12",
  nationalities: ["DE", "FR"],
};

Deno.test("an identity is screened as the wallet proves it", () => {
  assert.deepEqual(judge("aml-identity", { pid_aml_identity: person }), {
    booleanProofs: { claimsVerified: true },
    subject: {
      name: "Erika Mustermann",
      birthdate: "1984-08-12",
      nationalities: ["DE", "FR"],
    },
  });
  for (
    const odd of [
      { given_name: "" },
      { family_name: 1 },
      { birthdate: "1984" },
      { nationalities: [] },
      { nationalities: "DE" },
      { nationalities: ["Germany"] },
      { birthdate: "0000-01-01" },
      { birthdate: "2084-08-12" },
      { given_name: "a".repeat(251) },
      { nationalities: [..."ABCDEFGHIJKLMNOPQ"].map((letter) => `${letter}A`) },
    ]
  ) {
    assert.equal(judge("aml-identity", { pid_aml_identity: { ...person, ...odd } }), null);
  }
});

Deno.test("a licence and a mandate hold on their days", () => {
  const licence = (date: Json, privileges: Json = [{ vehicle_category_code: "B" }]) => ({
    mdl_mobile_driving_licence: {
      "org.iso.18013.5.1": {
        driving_privileges: privileges,
        document_number: "T22000129",
        issuing_country: "DE",
        expiry_date: date,
      },
    },
  });
  const mandate = (from: Json, until: Json) => ({
    pid_corporate_mandate_verification: person,
    por_corporate_mandate_verification: {
      legal_person_identifier: "ATU12345678",
      legal_name: "Beispiel GmbH",
      full_powers: true,
      effective_from_date: from,
      effective_until_date: until,
    },
  });
  const cases = [
    ["mobile-driving-licence", licence("2026-11-21"), true],
    ["mobile-driving-licence", licence("2026-11-20"), false],
    ["mobile-driving-licence", licence("2026-11-21", []), false],
    ["mobile-driving-licence", licence("soon"), null],
    ["mobile-driving-licence", licence("2026-11-21T00:00:00Z"), true],
    ["mobile-driving-licence", licence("2026-11-22T01:00:00+02:00"), true],
    ["mobile-driving-licence", licence("2026-11-20T23:59:59Z"), false],
    ["mobile-driving-licence", licence("2026-11-21T25:00:00Z"), null],
    ["mobile-driving-licence", licence("2026-11-21T00:00:00"), null],
    ["corporate-mandate-verification", mandate("2026-11-21", "2026-11-21"), true],
    ["corporate-mandate-verification", mandate("2026-11-22", "2027-11-21"), false],
    ["corporate-mandate-verification", mandate("2025-11-22", "2026-11-20"), false],
    ["corporate-mandate-verification", mandate("2025-11-22", null), true],
    ["corporate-mandate-verification", mandate("2026-11-22", null), false],
    ["corporate-mandate-verification", mandate("2025-11-22", ""), null],
    ["corporate-mandate-verification", mandate(null, null), null],
  ] as const;
  for (const [check, claims, verified] of cases) {
    assert.deepEqual(
      judge(check, claims)?.booleanProofs ?? null,
      verified === null ? null : { claimsVerified: verified },
    );
  }
});

Deno.test("of two keys a mandate is the person's whom it names, and nobody's else", () => {
  const power = {
    legal_person_identifier: "ATU12345678",
    legal_name: "Beispiel GmbH",
    full_powers: true,
    effective_from_date: "2026-01-01",
    effective_until_date: "2026-12-31",
  };
  const { given_name, family_name, birthdate } = person;
  const named = { given_name, family_name, birthdate };
  const cases: readonly (readonly [string, Readonly<Record<string, Json>>, boolean])[] = [
    ["names nobody", {}, false],
    ["names the person", named, true],
    ["in capitals, in another Unicode form", {
      ...named,
      given_name: ` ${given_name.toUpperCase().normalize("NFD")} `,
    }, true],
    ["another given name", { ...named, given_name: "Max" }, false],
    ["another family name", { ...named, family_name: "Muster" }, false],
    ["another birthdate", { ...named, birthdate: "1984-08-13" }, false],
    ["no birthdate", { given_name, family_name }, false],
    ["a birthdate that is none", { ...named, birthdate: "1984" }, false],
  ];
  for (const [why, holder, claimsVerified] of cases) {
    const claims = {
      pid_corporate_mandate_verification: person,
      por_corporate_mandate_verification: { ...power, ...holder },
    };
    const check = "corporate-mandate-verification";
    const judged = judge(check, claims, { isByOneKey: false })?.booleanProofs;
    assert.deepEqual(judged, { claimsVerified }, why);
    assert.deepEqual(judge(check, claims)?.booleanProofs, { claimsVerified: true });
  }
});
