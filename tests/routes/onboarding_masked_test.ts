import assert from "node:assert/strict";
import { refuse } from "../../base/result.ts";
import type { Recommendation } from "../../core/kyb/rules.ts";
import { folderOf } from "../support/folder.ts";
import { writeRegisters } from "../support/kyb_journey.ts";
import { CONFIRMED_NAME } from "../support/names.ts";
import { draftOf, onboardingPath } from "../support/onboarding.ts";
import { httpAnswer, rawServer } from "../support/raw_answers.ts";
import { serviceInMemory, type TestServiceOptions } from "../support/service.ts";

/** A form of a registered company with unreadable input, so that the answer contains notes. */
function formWith(director: Readonly<Record<string, string>>) {
  return {
    legalName: "Dentsu International Ltd",
    registryCountry: "UK",
    registryNumber: "01403668",
    contactEmail: "nobody at example",
    persons: [
      { role: "director", nationality: "RU", ...director },
      { role: "director", fullName: "Hannelore Bistrupgaard", dob: "03/04/1980" },
      { role: "beneficial owner", fullName: "Margaret Thistlewood", ownershipPercentage: "all" },
    ],
  };
}

/**
 * Names that are each listed only in one mode: in the sandbox's list, or in the excerpt of the live
 * one.
 */
const forms = {
  "listed in the sandbox": formWith({ fullName: CONFIRMED_NAME, dob: "1961-04-12" }),
  "listed in live": formWith({ fullName: "Ahmed Khalfan Ghailani", dob: "1974-03-14" }),
};

interface Found {
  readonly recommendation: Recommendation;
  readonly withoutScreening: Recommendation;
  readonly registry: string;
  readonly screening: string | null | undefined;
}

/** Sends one form. @returns the answer without variable members, and the findings */
async function ask(options: TestServiceOptions, form: unknown) {
  await using service = await serviceInMemory(options);
  const { status, headers, body } = await service.as("anybody").post(onboardingPath, form);
  const draft = await draftOf(service, body, options.mode);
  const { draftId, recommendation, ...rest } = body;
  assert.match(draftId, /^[0-9a-f-]{36}$/);
  const shown = [...headers].filter(([name]) =>
    !["content-length", "x-aval-mode", "x-request-id"].includes(name)
  );
  const { registry, screenings } = draft.evidence;
  const found: Found = {
    recommendation,
    withoutScreening: draft.recommendationWithoutScreening,
    registry: registry.outcome,
    screening: screenings.find(({ path }) => path === "persons[0].fullName")?.classification,
  };
  return { answer: { status, headers: shown, members: Object.keys(body), rest }, found };
}

/** Companies House's answer for an unknown number. */
const absent = JSON.stringify({ errors: [{ error: "company-profile-not-found" }] });
const json = { "content-type": "application/json" };

/** Services that differ in their answers about the same form. */
async function* circumstances(folder: string): AsyncGenerator<TestServiceOptions> {
  await writeRegisters(`${folder}/registers.bin`);
  const mode = "live";
  const snapshot = { AVAL_REGISTRY_GLEIF: `${folder}/registers.bin` };
  const key = { AVAL_REGISTRY_COMPANIES_HOUSE_KEY: "not-a-real-key" };
  yield { mode: "sandbox" };
  yield { mode };
  yield { mode, env: snapshot };
  yield { mode, env: key, connect: rawServer(() => httpAnswer(404, json, absent)).connect };
  yield {
    mode,
    env: key,
    connect: () => Promise.resolve(refuse({ code: "connection" })),
  };
}

for (const applicantDetail of ["full", "minimal"] as const) {
  Deno.test(`an onboarding answer with applicantDetail ${applicantDetail} is the same but for its recommendation, whatever is found`, async () => {
    await using temporary = await folderOf({});
    const folder = temporary.path;
    const everything: Found[] = [];
    for (const form of Object.values(forms)) {
      const asked = [];
      for await (const options of circumstances(folder)) {
        asked.push(await ask({ ...options, policy: { kyb: { applicantDetail } } }, form));
      }
      const [first, ...others] = asked;
      assert(first !== undefined && first.answer.rest.advisoryFlags.length >= 3);
      for (const { answer } of others) assert.deepEqual(answer, first.answer);
      everything.push(...asked.map(({ found }) => found));
    }
    // The circumstances do differ, or the comparison says nothing.
    const seen = (member: keyof Found) =>
      new Set(everything.map((found) => found[member])) as ReadonlySet<unknown>;
    for (const outcome of ["verified", "not_found", "unavailable", "not_supported"]) {
      assert(seen("registry").has(outcome), outcome);
    }
    for (const found of ["CLEAR", "CONFIRMED_MATCH"]) assert(seen("screening").has(found), found);
    assert(seen("recommendation").size > 1);
    if (applicantDetail === "minimal") {
      for (const found of everything) assert.equal(found.recommendation, found.withoutScreening);
    }
  });
}
