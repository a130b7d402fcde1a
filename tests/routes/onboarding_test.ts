import assert from "node:assert/strict";
import { AuditEvent } from "../../core/audit/event.ts";
import { applicantOf, comparedForm, readApplication } from "../../core/kyb/draft_application.ts";
import { KybDraft, type NormalizedApplication } from "../../core/kyb/schema.ts";
import { CONFIRMED_NAME } from "../support/names.ts";
import {
  COMPLETE,
  DIRECTOR,
  draftOf,
  draftsOf,
  onboardingPath,
  OWNER,
} from "../support/onboarding.ts";
import { serviceInMemory } from "../support/service.ts";

const key = { "idempotency-key": "form-1" };
const LISTED = {
  ...COMPLETE,
  persons: [DIRECTOR, { ...OWNER, fullName: CONFIRMED_NAME, dob: "1961-04-12", nationality: "RU" }],
};

/** Limits for listing drafts. */
const limits = { limit: 10, readMax: 100 };

Deno.test("POST /v1/onboarding/kyb-applications answers the draft that is on file, and nobody's event", async () => {
  await using service = await serviceInMemory();
  const { status, body } = await service.as("anybody").post(onboardingPath, COMPLETE);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), [
    "draftId",
    "recommendation",
    "advisoryFlags",
    "normalized",
    "createdAt",
  ]);
  const draft = await draftOf(service, body);
  assert.deepEqual(body.normalized, draft.normalized);
  assert.equal(draft.evidence.registry.outcome, "verified");
  assert.deepEqual(draft.evidence.screenings.map(({ path }) => path), [
    "legalName",
    "persons[0].fullName",
    "persons[1].fullName",
  ]);
  const events = (await service.auditEvents()).map((event) => AuditEvent.parse(event));
  assert.deepEqual(events, [{
    kind: "KYB_ONBOARDING_DRAFTED",
    draftId: body.draftId,
    mode: "sandbox",
    recommendation: "SUBMIT_RECOMMENDED",
    ruleSetHash: draft.drafter.ruleSetHash,
    drafter: "deterministic",
  }]);
});

Deno.test("nothing in the answer but its recommendation depends on screening or the register", async () => {
  await using service = await serviceInMemory();
  const answerTo = async (application: unknown) =>
    (await service.as("anybody").post(onboardingPath, application)).body;
  const [listed, clear] = [await answerTo(LISTED), await answerTo(COMPLETE)];
  assert.deepEqual([listed.recommendation, clear.recommendation], [
    "DO_NOT_SUBMIT_RECOMMENDED",
    "SUBMIT_RECOMMENDED",
  ]);
  assert.deepEqual(listed.advisoryFlags, clear.advisoryFlags);
  const dissolved = await answerTo({ ...COMPLETE, registryNumber: "10000030" });
  assert.equal(dissolved.recommendation, listed.recommendation);
  assert.deepEqual(dissolved.advisoryFlags, []);
});

Deno.test("policy kyb.applicantDetail minimal advises without screening, and the record keeps both", async () => {
  await using service = await serviceInMemory({ policy: { kyb: { applicantDetail: "minimal" } } });
  const { body } = await service.as("anybody").post(onboardingPath, LISTED, key);
  assert.equal(body.recommendation, "SUBMIT_RECOMMENDED");
  const draft = await draftOf(service, body);
  assert.equal(draft.recommendation, "DO_NOT_SUBMIT_RECOMMENDED");
  assert.equal(draft.recommendationWithoutScreening, "SUBMIT_RECOMMENDED");
  const again = await service.as("anybody").post(onboardingPath, LISTED, key);
  assert.deepEqual(again.body, body);
});

Deno.test("an onboarding key belongs to the applicant and compares the normal form", async () => {
  await using service = await serviceInMemory();
  const anybody = service.as("anybody");
  const first = await anybody.post(onboardingPath, COMPLETE, key);
  const retyped = {
    ...COMPLETE,
    registryCountry: " Estonia",
    registryNumber: "EE 1000-0018",
    persons: [DIRECTOR, { ...OWNER, ownershipPercentage: "100,0 %" }],
  };
  const same = await anybody.post(onboardingPath, retyped, key);
  assert.deepEqual([same.status, same.text], [200, first.text]);
  assert.equal(same.headers.get("idempotent-replayed"), "true");
  const changed = await anybody.post(onboardingPath, { ...COMPLETE, persons: [DIRECTOR] }, key);
  assert.deepEqual([changed.status, changed.body.error], [409, "idempotency_key_conflict"]);
  const other = await anybody.post(onboardingPath, {
    ...COMPLETE,
    registryNumber: "10000024",
  }, key);
  assert.equal(other.status, 200);
  assert.notEqual(other.body.draftId, first.body.draftId);
  assert.equal((await service.auditEvents()).length, 2);
});

Deno.test("an onboarding key belongs to the court too, where the number names one", async () => {
  await using service = await serviceInMemory();
  const ask = async (registryNumber: string) => {
    const german = { ...COMPLETE, registryCountry: "DE", registryNumber };
    return (await service.as("anybody").post(onboardingPath, german, key)).body;
  };
  const cologne = await ask("HRB 5000 Köln");
  const munich = await ask("HRB 5000 München");
  const none = await ask("HRB 5000");
  assert.equal(new Set([cologne, munich, none].map(({ draftId }) => draftId)).size, 3);
  assert.deepEqual(await ask("Amtsgericht KÖLN, HRB-Nr. 5000"), cologne);
  assert.deepEqual(await ask("HRB5000"), none);
  // Another normal form under the key of a court is a conflict, as without one.
  const other = {
    ...COMPLETE,
    registryCountry: "DE",
    registryNumber: "HRB 5000 Köln",
    persons: [],
  };
  const conflict = await service.as("anybody").post(onboardingPath, other, key);
  assert.deepEqual([conflict.status, conflict.body.error], [409, "idempotency_key_conflict"]);
});

Deno.test("without a court scope and compared form of a key are what they were before courts were read", () => {
  assert.equal(
    applicantOf(
      readApplication({ ...COMPLETE, registryCountry: "DE", registryNumber: "HRB 5000" }),
    ),
    '["DE","HRB5000"]',
  );
  const withCourt = readApplication({ ...COMPLETE, registryNumber: "HRB 5000 Köln" });
  assert.deepEqual(Object.keys(comparedForm(withCourt)), [
    "legalName",
    "registryCountry",
    "registryNumber",
    "persons",
    "contactEmail",
  ]);
});

Deno.test("a draft from before courts were read has none", async () => {
  await using service = await serviceInMemory();
  const { body } = await service.as("anybody").post(onboardingPath, COMPLETE);
  const draft = await draftOf(service, body);
  const without = ({ registryCourt: _, ...form }: NormalizedApplication) => form;
  const before = {
    ...draft,
    normalized: without(draft.normalized),
    deterministic: without(draft.deterministic),
  };
  assert.deepEqual(KybDraft.parse(before), draft);
});

Deno.test("a stateless person is a person, and is screened without a nationality", async () => {
  await using service = await serviceInMemory();
  const listed = (nationality?: string) => ({
    ...COMPLETE,
    persons: [DIRECTOR, { ...OWNER, fullName: CONFIRMED_NAME, dob: "1961-04-12", nationality }],
  });
  const [stateless, silent] = await Promise.all(
    ["stateless", undefined].map(async (nationality) => {
      const { body } = await service.as("anybody").post(onboardingPath, listed(nationality));
      return { body, draft: await draftOf(service, body) };
    }),
  );
  assert.deepEqual(stateless?.body.normalized.persons[1].nationalities, ["XXA"]);
  assert.deepEqual(stateless?.draft.flags.map(({ code }) => code), ["PERSON_SANCTIONS_CONFIRMED"]);
  assert(silent?.draft.flags.some(({ code }) => code === "PERSON_NATIONALITY_MISSING"));
  const matches = [stateless, silent].map((one) =>
    one?.draft.evidence.screenings.map((
      { classification, candidates },
    ) => [classification, ...candidates.map(({ score }) => score)])
  );
  assert.deepEqual(matches[0], matches[1]);
});

Deno.test("companies that give no number share no key", async () => {
  await using service = await serviceInMemory();
  const anybody = service.as("anybody");
  for (const registryNumber of ["n/a", "-"]) {
    const unnumbered = { ...COMPLETE, registryNumber };
    const first = await anybody.post(onboardingPath, unnumbered, key);
    const other = { ...unnumbered, legalName: "Teine Kaubandus OÜ" };
    const second = await anybody.post(onboardingPath, other, key);
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.notEqual(second.body.draftId, first.body.draftId);
    assert.equal((await anybody.post(onboardingPath, unnumbered, key)).text, first.text);
    const changed = { ...unnumbered, persons: [DIRECTOR] };
    assert.equal((await anybody.post(onboardingPath, changed, key)).status, 409);
  }
});

Deno.test("two drafts of one applicant without a key are two, and stand together in the list", async () => {
  await using service = await serviceInMemory();
  const ids: string[] = [];
  for (const registryNumber of ["10000018", "10000024", "10000018"]) {
    const { body } = await service.as("anybody").post(onboardingPath, {
      ...COMPLETE,
      registryNumber,
    });
    ids.push(body.draftId);
    service.clock.advance({ seconds: 1 });
  }
  const [first, second, third] = ids;
  const listed = await (await draftsOf(service)).list("sandbox", limits);
  assert.deepEqual(listed.drafts.map(({ id }) => id as string), [third, first, second]);
  assert.deepEqual((await (await draftsOf(service)).list("live", limits)).drafts, []);
  // What is read for the list is bounded, whatever the other mode has.
  const none = await (await draftsOf(service)).list("live", { limit: 10, readMax: 2 });
  assert.deepEqual(none, { drafts: [], isCut: true });
});

Deno.test("a draft that nobody accepted is gone after its days", async () => {
  await using service = await serviceInMemory({ policy: { lifetimes: { kybDraftDays: 2 } } });
  const { body } = await service.as("anybody").post(onboardingPath, COMPLETE);
  service.clock.advance({ hours: 48 });
  await assert.rejects(draftOf(service, body));
  assert.deepEqual((await (await draftsOf(service)).list("sandbox", limits)).drafts, []);
});

Deno.test("onboarding refuses forms, and never what a person may have typed", async (t) => {
  await using service = await serviceInMemory();
  const persons = (length: number) => Array.from({ length }, () => DIRECTOR);
  const refused = [
    { ...COMPLETE, legalName: undefined },
    { ...COMPLETE, registryCountry: 5 },
    { ...COMPLETE, persons: [{ ...DIRECTOR, fullName: undefined }] },
    { ...COMPLETE, persons: persons(51) },
    { ...COMPLETE, legalName: "x".repeat(501) },
  ];
  for (const [at, body] of refused.entries()) {
    await t.step(`refused ${at}`, async () => {
      const answer = await service.as("anybody").post(onboardingPath, body);
      assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
    });
  }
  const odd = { role: "", fullName: "\u0000", dob: "x", nationality: "?", controlBasis: "" };
  const taken = [
    { ...COMPLETE, legalName: "", registryCountry: "", registryNumber: "\u202e" },
    { ...COMPLETE, persons: [] },
    { ...COMPLETE, contactEmail: "@", persons: [{ ...odd, ownershipPercentage: "\u0007" }] },
    { ...COMPLETE, persons: [OWNER, { ...DIRECTOR, dob: "0000-01-01" }] },
    { ...COMPLETE, persons: [OWNER, { ...DIRECTOR, dob: "0001-01-01" }] },
    { ...COMPLETE, persons: [OWNER, { ...DIRECTOR, dob: "9999-12-31", nationality: "__proto__" }] },
    { ...COMPLETE, registryCountry: "constructor", registryNumber: "9".repeat(500) },
    { ...COMPLETE, contactEmail: null, persons: [{ ...odd, ownershipPercentage: -1e300 }] },
  ];
  for (const [at, body] of taken.entries()) {
    await t.step(`taken ${at}`, async () => {
      const answer = await service.as("anybody").post(onboardingPath, body);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.recommendation, "NEEDS_INFO_RECOMMENDED");
    });
  }
});

Deno.test("who stands for another one is noted by role, basis or name, once", async () => {
  await using service = await serviceInMemory();
  const hints = async (director: object) => {
    const { body } = await service.as("anybody").post(onboardingPath, {
      ...COMPLETE,
      persons: [{ ...DIRECTOR, ...director }, OWNER],
    });
    assert.equal(body.normalized.persons[0].role, "director");
    return (await draftOf(service, body)).flags.filter(({ code }) => code === "NOMINEE_HINT")
      .map(({ path }) => path);
  };
  assert.deepEqual(await hints({}), []);
  assert.deepEqual(await hints({ role: "Nominee director" }), ["persons[0]"]);
  const twice = { role: "nominee director", controlBasis: "as trustee" };
  assert.deepEqual(await hints(twice), ["persons[0]"]);
});

Deno.test("onboarding lets a source send three at once, whoever it says it is", async () => {
  await using service = await serviceInMemory({ policy: {} });
  const statuses: number[] = [];
  for (const client of ["a", "b", "c", "d"]) {
    statuses.push((await service.as(client).post(onboardingPath, COMPLETE)).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 429]);
});

Deno.test("fifty persons are screened while others run", async () => {
  await using service = await serviceInMemory();
  const persons = [
    OWNER,
    ...Array.from(
      { length: 49 },
      (_, at) => ({ ...DIRECTOR, fullName: `Hannelore Bistrup ${at}` }),
    ),
  ];
  const order: string[] = [];
  const long = service.as("anybody").post(onboardingPath, { ...COMPLETE, persons })
    .then(({ body }) => {
      order.push("long");
      return body;
    });
  await service.as("acme").get("/health").then(() => order.push("health"));
  const draft = await draftOf(service, await long);
  assert.equal(draft.evidence.screenings.length, 51);
  assert.deepEqual(order, ["health", "long"]);
});

Deno.test("nothing of an applicant stands in clear in log, audit or store", async () => {
  const written: string[] = [];
  await using service = await serviceInMemory({
    wrapBackend: (backend) => ({
      ...backend,
      commit: (...given: Parameters<typeof backend.commit>) => {
        written.push(
          JSON.stringify(
            given,
            (_, value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
          ),
        );
        return backend.commit(...given);
      },
    }),
  });
  const secret = {
    ...LISTED,
    contactEmail: "margaret@thistle.example",
    registryNumber: "98765432",
  };
  for (const again of [1, 2]) {
    assert.equal((await service.as("x").post(onboardingPath, secret, key)).status, 200, `${again}`);
  }
  const stored = [
    ...service.logLines,
    ...(await service.auditEvents()).map((event) => JSON.stringify(event)),
    ...written,
  ].join("\n");
  assert(written.join().includes("kyb_draft"));
  for (
    const personal of [
      "Bistrupgaard",
      "Sandbergov",
      "1961-04-12",
      "1971-05-09",
      "thistle",
      "Kaubandus",
      "98765432",
    ]
  ) {
    assert(!stored.includes(personal), personal);
  }
});
