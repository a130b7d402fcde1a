import assert from "node:assert/strict";
import { draftOf, onboardingPath } from "../support/onboarding.ts";
import { serviceInMemory } from "../support/service.ts";

/** An application as people type it: each value in an unusual form. */
const TYPED = {
  legalName: "  Näidis\u200b   Kaubandus OU\u0308 ",
  registryCountry: "estonia",
  registryNumber: "EE 1000-0018.",
  contactEmail: "Info@Naidis.EXAMPLE",
  persons: [
    {
      role: "Juhatuse liige / CEO",
      fullName: "Hannelore Bistrupgaard",
      dob: "1971-05-09",
      nationality: "Danish",
    },
    {
      role: "Wirtschaftlich Berechtigter",
      fullName: "Margaret Thistlewood",
      dob: "28.02.1965",
      nationality: "UK",
      ownershipPercentage: "37,5 %",
    },
    {
      role: "shareholder",
      fullName: "Viktor Sandbergov",
      dob: "1990-01-01",
      nationality: "RU; DK",
      ownershipPercentage: "1/6",
      controlBasis: "votes as trustee",
    },
  ],
};

Deno.test("the draft of an application as people type it", async () => {
  await using service = await serviceInMemory();
  const { body } = await service.as("anybody").post(onboardingPath, TYPED);
  const person = { dob: null, nationalities: [], ownership: null, controlBasis: null };
  assert.deepEqual(body.normalized, {
    legalName: "Näidis Kaubandus OÜ",
    registryCountry: "EE",
    registryNumber: "10000018",
    registryCourt: null,
    persons: [
      {
        ...person,
        role: "director",
        roles: ["director", "smo"],
        fullName: "Hannelore Bistrupgaard",
        dob: "1971-05-09",
        nationalities: ["DK"],
      },
      {
        ...person,
        role: "ubo",
        roles: ["ubo"],
        fullName: "Margaret Thistlewood",
        nationalities: ["GB"],
        ownership: { minimum: 3750, maximum: 3750 },
      },
      {
        ...person,
        role: "shareholder",
        roles: ["shareholder"],
        fullName: "Viktor Sandbergov",
        dob: "1990-01-01",
        nationalities: ["DK", "RU"],
        ownership: { minimum: 1666, maximum: 1667 },
        controlBasis: "votes as trustee",
      },
    ],
    contactEmail: "Info@naidis.example",
  });
  assert.deepEqual(body.advisoryFlags, [
    {
      code: "HIDDEN_CHARACTERS_REMOVED",
      path: "legalName",
      message: "Invisible characters were removed",
    },
    {
      code: "OWNERSHIP_UNEXPLAINED",
      path: "persons",
      message: "The shares leave so much open that an owner may be missing",
    },
    {
      code: "DOB_UNREADABLE",
      path: "persons[1].dob",
      message: "This is not a calendar date; write YYYY-MM-DD",
    },
    {
      code: "COUNTRY_CODE_REPLACED",
      path: "persons[1].nationality",
      message: "The country is written by its ISO 3166-1 code",
    },
    {
      code: "NOMINEE_HINT",
      path: "persons[2]",
      message: "This person seems to act for another one; name that person",
    },
  ]);
  const draft = await draftOf(service, body);
  assert.deepEqual(draft.flags.map(({ code, severity, path }) => [code, severity, path]), [
    // Votes are counted apart, so 37.5 % of the shares is all that is explained.
    ["OWNERSHIP_UNEXPLAINED", "warning", "persons"],
    ["NOMINEE_HINT", "warning", "persons[2]"],
    ["PERSON_DOB_INVALID", "warning", "persons[1].dob"],
    ["SCREENING_POSSIBLE_MATCH", "warning", "persons[2].fullName"],
  ]);
  const { registry, screenings } = draft.evidence;
  assert(registry.outcome === "verified");
  assert.equal(registry.provider, "sandbox-register");
  assert.deepEqual(screenings.map((one) => one.classification), [
    "CLEAR",
    "CLEAR",
    "CLEAR",
    "POSSIBLE_MATCH",
  ]);
  assert.deepEqual(screenings[3]?.candidates.map(({ listRef }) => listRef), ["SBX-0001"]);
  assert.deepEqual([draft.recommendation, draft.recommendationWithoutScreening], [
    "NEEDS_INFO_RECOMMENDED",
    "NEEDS_INFO_RECOMMENDED",
  ]);
});
