import assert from "node:assert/strict";
import fc from "fast-check";
import { judgeRecord } from "../../../core/kyb/review/judge_record.ts";
import {
  pinReviewRules,
  type ReasonCode,
  reviewRecommendations,
  ReviewTable,
} from "../../../core/kyb/review/review_table.ts";
import rules from "../../../core/kyb/review/review_rules.json" with { type: "json" };
import { writeRationale } from "../../../core/kyb/review/write_rationale.ts";
import { hasFinding } from "../../../core/kyb/applications/open_findings.ts";
import { KybApplication, KybCheck } from "../../../core/kyb/application_schema.ts";
import { FindingCode, raise, RuleTable } from "../../../core/kyb/rules.ts";
import onboardingRules from "../../../core/kyb/rules.json" with { type: "json" };
import { candidateOf, type Filed, soundApplication } from "../../support/kyb_reviews.ts";
import { reviewTableText } from "../../support/print_kyb_rules.ts";
import { runs } from "../../support/runs.ts";

const table = ReviewTable.parse(rules);
const onboarding = RuleTable.parse(onboardingRules);
const now = Temporal.Instant.from("2026-03-02T09:00:00Z");
const settings = {
  registryEvidenceDays: 90,
  screeningEvidenceDays: 7,
  highRiskCountries: ["IR", "KP", "MM"],
};

function judge({ application, checks }: Filed, days = 0) {
  const later = now.add({ hours: 24 * days });
  return judgeRecord(table, { application, checks, settings, now: later });
}

const codesOf = (filed: Filed, days = 0) => judge(filed, days).reasons.map(({ code }) => code);
const rationaleOf = (filed: Filed, days = 0) => writeRationale(table, judge(filed, days).reasons);
const rankOf = (filed: Filed, days = 0) =>
  reviewRecommendations.indexOf(judge(filed, days).recommendation);

/** A change of the stored data. */
type Change = (filed: Filed) => Filed;

const together = (...changes: readonly Change[]): Filed =>
  changes.reduce((filed, change) => change(filed), soundApplication());

const withApplication = (members: object): Change => ({ application, checks }) => ({
  application: KybApplication.parse({ ...application, ...members }),
  checks,
});

/** All members of an evidence, also those that another outcome lacks. */
const whole = (at: number) => soundApplication().checks[at]?.evidence;

/**
 * Changes the evidence of a check: 0 is the register's, 1 the company's, then those of the persons.
 */
const withEvidence = (place: number, members: object): Change => ({ application, checks }) => ({
  application,
  checks: checks.map((check, at) =>
    at === place
      ? KybCheck.parse({ ...check, evidence: { ...whole(at), ...check.evidence, ...members } })
      : check
  ),
});

const judged = (place: number, judgement: string): Change => ({ application, checks }) => ({
  application,
  checks: checks.map((check, at) => {
    // Nobody can judge what has found nothing.
    if (at !== place || !hasFinding(check)) return check;
    const recorded = { judgement, rationale: "Seen", by: "alice", at: "2026-03-01T12:00:00.000Z" };
    return KybCheck.parse({ ...check, judgements: [...check.judgements, recorded] });
  }),
});

const without = (place: number): Change => ({ application, checks }) => ({
  application,
  checks: checks.filter((_, at) => at !== place),
});

const flagged = (code: FindingCode, path = "persons"): Change => (filed) =>
  withApplication({
    flags: [...filed.application.flags, ...raise(onboarding, [{ code, path }])],
  })(filed);

const like =
  (place: number, isPep: boolean, classification = "POSSIBLE_MATCH"): Change => (filed) => {
    const check = filed.checks[place];
    if (check === undefined || check.kind === "registry") return filed;
    const candidates = [...check.evidence.candidates, candidateOf(isPep, classification)];
    return withEvidence(place, { classification, candidates })(filed);
  };

/** A screening whose name could not be compared. */
const unread = (place: number): Change => (filed) => {
  const check = filed.checks[place];
  if (check === undefined || check.kind === "registry") return filed;
  const scripts = ["Tibt"];
  return withEvidence(place, {
    classification: check.evidence.classification === "CLEAR"
      ? "POSSIBLE_MATCH"
      : check.evidence.classification,
    nameCoverage: { untransliteratedScripts: scripts, unreadScripts: scripts },
  })(filed);
};

const roles = (...all: readonly (readonly string[])[]): Change => (filed) =>
  withApplication({
    persons: filed.application.persons.map((person, at) => ({
      ...person,
      roles: all[at] ?? person.roles,
      role: (all[at] ?? person.roles)[0],
      controlBasis: (all[at] ?? []).includes("smo") ? "Nobody owns enough" : null,
    })),
  })(filed);

const APPROVALS: readonly ReasonCode[] = [
  "REGISTRY_VERIFIED",
  "SCREENED_CLEAR",
  "PERSONS_DECLARED",
];

Deno.test("a sound record is recommended, with a sentence for each piece", () => {
  const filed = soundApplication();
  assert.equal(judge(filed).recommendation, "APPROVE_RECOMMENDED");
  const [r, e, d, o] = filed.checks.map(({ id }) => id);
  assert.equal(
    rationaleOf(filed),
    `R7: The register äriregister confirmed 10000018 of EE as active on 2026-03-01 (evidence ${r}).
R7: The company: screened on 2026-03-01, nobody on the lists is alike (evidence ${e}).
R7: Declared person 1 (director): screened on 2026-03-01, nobody on the lists is alike (evidence ${d}).
R7: Declared person 2 (beneficial owner): screened on 2026-03-01, nobody on the lists is alike (evidence ${o}).
R7: A director is declared, and a beneficial owner (evidence ${filed.application.draftId}).
Not checked: whether the declared persons are who they say they are, and whether anybody else owns or controls the company.
Not checked: adverse media, source of funds, and whatever happened after the dates above.
Advisory only: a person decides.`,
  );
});

const isOfOther = { outcome: "mismatch", field: "legalName", isMinor: true };
/** The first words of the rationale, and the recommendation, for a sound record with one change. */
const goldens: readonly {
  readonly why: string;
  readonly filed: Filed;
  readonly days?: number;
  readonly recommendation: string;
  readonly sentence: string;
}[] = [
  {
    why: "R1: a confirmed match",
    filed: together(like(3, false, "CONFIRMED_MATCH")),
    recommendation: "REJECT",
    sentence:
      "R1: Declared person 2 (beneficial owner) is an entry of a sanctions list: ofac 12345 (evidence 0199b000-000c-7000-8000-000000000004).",
  },
  {
    why: "R1: a confirmed match that a person dismissed",
    filed: together(like(1, false, "CONFIRMED_MATCH"), judged(1, "false_positive")),
    recommendation: "REJECT",
    sentence:
      "R1: The company is an entry of a sanctions list: ofac 12345; a person judged this false_positive on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000002).",
  },
  {
    why: "R1: flagged by onboarding, and its evidence is gone",
    filed: together(flagged("PERSON_SANCTIONS_CONFIRMED", "persons[1].fullName"), without(3)),
    recommendation: "REJECT",
    sentence:
      "R1: Declared person 2 (beneficial owner) is an entry of a sanctions list (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R3: a record that is older than the policy allows, asked today",
    filed: together(withEvidence(0, {
      recordUpdatedAt: "2025-11-01T00:00:00.000Z",
      snapshotAt: "2026-02-28T00:00:00.000Z",
    })),
    recommendation: "ESCALATE",
    sentence:
      "R3: The evidence of the register is of 2025-11-01: older than 90 days (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: a snapshot that is older than the policy allows, its record newer by mistake",
    filed: together(withEvidence(0, {
      recordUpdatedAt: "2026-02-28T00:00:00.000Z",
      snapshotAt: "2023-04-25T00:00:00.000Z",
    })),
    recommendation: "ESCALATE",
    sentence:
      "R3: The evidence of the register is of 2023-04-25: older than 90 days (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R7: a record of which date",
    filed: together(withEvidence(0, {
      recordUpdatedAt: "2026-02-01T00:00:00.000Z",
      snapshotAt: "2026-02-28T00:00:00.000Z",
    })),
    recommendation: "APPROVE",
    sentence:
      "R7: The register äriregister confirmed 10000018 of EE as active in its record of 2026-02-01 in the snapshot of 2026-02-28, read on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R2: an authoritative register has no such company",
    filed: together(withEvidence(0, { outcome: "not_found" })),
    recommendation: "REJECT",
    sentence:
      "R2: The register äriregister, which has every company, did not have this one on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R2: inactive",
    filed: together(withEvidence(0, { outcome: "inactive" })),
    recommendation: "REJECT",
    sentence:
      "R2: The register äriregister had the company as dissolved, struck off or in liquidation on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: no evidence of a register",
    filed: together(without(0)),
    recommendation: "ESCALATE",
    sentence:
      "R3: No evidence of a register is on file (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R3: nobody was asked",
    filed: together(withEvidence(0, { outcome: "not_supported" })),
    recommendation: "ESCALATE",
    sentence:
      "R3: No register was asked about the company (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: the number cannot be one",
    filed: together(withEvidence(0, { outcome: "format_invalid", reason: "checksum" })),
    recommendation: "ESCALATE",
    sentence:
      "R3: The registration number cannot be one of its country: its check digit is wrong (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: a register that need not have it",
    filed: together(withEvidence(0, { outcome: "not_found", isAuthoritative: false })),
    recommendation: "ESCALATE",
    sentence:
      "R3: The register äriregister, which need not have every company, did not have this one on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: unavailable",
    filed: together(withEvidence(0, { outcome: "unavailable" })),
    recommendation: "ESCALATE",
    sentence:
      "R3: The register äriregister did not answer on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: another name, which a person found to be no matter",
    filed: together(withEvidence(0, isOfOther), judged(0, "false_positive")),
    recommendation: "ESCALATE",
    sentence:
      "R3: The register äriregister had the number with another name on 2026-03-01; a person judged this false_positive on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R3: 91 days old",
    filed: soundApplication(),
    days: 91,
    recommendation: "ESCALATE",
    sentence:
      "R3: The evidence of the register is of 2026-03-01: older than 90 days (evidence 0199b000-000c-7000-8000-000000000001).",
  },
  {
    why: "R4: nobody has judged it",
    filed: together(like(2, false)),
    recommendation: "ESCALATE",
    sentence:
      "R4: Declared person 1 (director) may be an entry of a sanctions list: ofac 12345, and no person has judged it (evidence 0199b000-000c-7000-8000-000000000003).",
  },
  {
    why: "R4: escalated",
    filed: together(like(2, false), judged(2, "false_positive"), judged(2, "escalated")),
    recommendation: "ESCALATE",
    sentence:
      "R4: Declared person 1 (director): a person escalated this finding on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000003).",
  },
  {
    why: "R4: confirmed by a person",
    filed: together(like(2, false), judged(2, "confirmed_match")),
    recommendation: "REJECT",
    sentence:
      "R4: Declared person 1 (director) was found to be like listed entries: ofac 12345, and a person judged on 2026-03-01 that it is who is listed (evidence 0199b000-000c-7000-8000-000000000003).",
  },
  {
    why: "R4: somebody else",
    filed: together(
      like(1, false),
      judged(1, "false_positive"),
      flagged("SCREENING_POSSIBLE_MATCH"),
    ),
    recommendation: "APPROVE",
    sentence:
      "R7: The register äriregister confirmed 10000018 of EE as active on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).\nR7: The company was found to be like listed entries: ofac 12345, and a person judged on 2026-03-01 that it is somebody else (evidence 0199b000-000c-7000-8000-000000000002).",
  },
  {
    why: "R5: politically exposed",
    filed: together(like(3, true), judged(3, "confirmed_match")),
    recommendation: "ESCALATE",
    sentence:
      "R5: Declared person 2 (beneficial owner) may be politically exposed, or close to somebody who is: pep P-7; a person judged this confirmed_match on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000004).",
  },
  {
    why: "R5: a high-risk country",
    filed: together(withApplication({ registryCountry: "KP" })),
    recommendation: "ESCALATE",
    sentence:
      "R5: The company is of a country that the policy names as high-risk: KP (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R5: more than the whole",
    filed: together(flagged("OWNERSHIP_SUM_OVER_100")),
    recommendation: "ESCALATE",
    sentence:
      "R5: The shares come to more than the whole; voting rights are counted apart (OWNERSHIP_SUM_OVER_100 at persons) (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R6: something is missing",
    filed: together(flagged("PERSON_DOB_MISSING", "persons[0].dob")),
    recommendation: "ESCALATE",
    sentence:
      "R6: A date of birth is missing (PERSON_DOB_MISSING at persons[0].dob) (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R7: somebody was not screened",
    filed: together(without(2)),
    recommendation: "ESCALATE",
    sentence:
      "R7: Declared person 1 (director): no screening is on file (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R7: a name that cannot be compared",
    filed: together(withEvidence(1, { classification: null })),
    recommendation: "ESCALATE",
    sentence:
      "R7: The company has a name with nothing that could be compared with the lists (evidence 0199b000-000c-7000-8000-000000000002).",
  },
  {
    why: "R7: a name in a script that nobody read",
    filed: together(unread(2), flagged("SCREENING_NAME_UNREAD")),
    recommendation: "ESCALATE",
    sentence:
      "R7: Declared person 1 (director) has a name, or a word of one, in a script that was compared with nothing, and no person has judged it (evidence 0199b000-000c-7000-8000-000000000003).",
  },
  {
    why: "R7: a person read the name, and nobody listed is meant",
    filed: together(unread(2), judged(2, "false_positive"), flagged("SCREENING_NAME_UNREAD")),
    recommendation: "APPROVE",
    sentence:
      "R7: The register äriregister confirmed 10000018 of EE as active on 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000001).\nR7: Declared person 1 (director) has a name, or a word of one, in a script that was compared with nothing, and a person judged on 2026-03-01 that nobody listed is meant (evidence 0199b000-000c-7000-8000-000000000003).",
  },
  {
    why: "R4: a person read the name, and somebody listed is meant",
    filed: together(unread(2), judged(2, "confirmed_match")),
    recommendation: "REJECT",
    sentence:
      "R4: Declared person 1 (director) was found to be like listed entries, and a person judged on 2026-03-01 that it is who is listed (evidence 0199b000-000c-7000-8000-000000000003).",
  },
  {
    why: "R7: eight days old",
    filed: soundApplication(),
    days: 8,
    recommendation: "ESCALATE",
    sentence:
      "R7: Screenings are older than 7 days, the oldest of 2026-03-01 (evidence 0199b000-000c-7000-8000-000000000002, 0199b000-000c-7000-8000-000000000003, 0199b000-000c-7000-8000-000000000004).",
  },
  {
    why: "R7: no director",
    filed: together(roles(["shareholder"])),
    recommendation: "ESCALATE",
    sentence: "R7: No director is declared (evidence 0199b000-000d-7000-8000-000000000001).",
  },
  {
    why: "R7: nobody who owns",
    filed: together(roles(["director"], ["shareholder"])),
    recommendation: "ESCALATE",
    sentence:
      "R7: Neither a beneficial owner is declared nor a senior managing official with a reason (evidence 0199b000-000d-7000-8000-000000000001).",
  },
];

Deno.test("each rule has its sentence, and its recommendation", async (t) => {
  for (const { why, filed, days = 0, recommendation, sentence } of goldens) {
    await t.step(why, () => {
      assert.equal(judge(filed, days).recommendation, `${recommendation}_RECOMMENDED`);
      assert.equal(rationaleOf(filed, days).slice(0, sentence.length + 1), `${sentence}\n`);
      assert(rationaleOf(filed, days).endsWith("\nAdvisory only: a person decides."));
    });
  }
});

Deno.test("every reason of the table is reached", () => {
  const reached = new Set(goldens.flatMap(({ filed, days }) => codesOf(filed, days)));
  const missed = table.reasons.map(({ code }) => code).filter((code) => !reached.has(code));
  assert.deepEqual(missed, []);
});

Deno.test("the very day is not too old, and an official stands in for owners with a reason", () => {
  const exact = { hours: 24 * 7 - 23 };
  const reviewed = { ...soundApplication(), settings, now: now.add(exact) };
  assert.equal(judgeRecord(table, reviewed).recommendation, "APPROVE_RECOMMENDED");
  const later = { ...reviewed, now: reviewed.now.add({ milliseconds: 1 }) };
  assert.equal(judgeRecord(table, later).recommendation, "ESCALATE_RECOMMENDED");
  assert.equal(judge(together(roles(["director"], ["smo"]))).recommendation, "APPROVE_RECOMMENDED");
});

Deno.test("reasons to reject stand before those to escalate, and both are there", () => {
  const filed = together(
    withEvidence(0, { outcome: "unavailable" }),
    like(2, false),
    judged(2, "confirmed_match"),
    like(3, true),
  );
  assert.deepEqual(codesOf(filed), [
    "MATCH_CONFIRMED",
    "REGISTRY_UNAVAILABLE",
    "POLITICALLY_EXPOSED",
    "SCREENED_CLEAR",
    "PERSONS_DECLARED",
  ]);
  assert.equal(judge(filed).recommendation, "REJECT_RECOMMENDED");
});

const person = fc.integer({ min: 1, max: 3 });
/** Changes for the worse: more findings, worse judgements, less knowledge. */
const worse: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(person, fc.boolean(), fc.constantFrom("POSSIBLE_MATCH", "CONFIRMED_MATCH"))
    .map(([place, isPep, classification]) => like(place, isPep, classification)),
  fc.tuple(fc.constantFrom(...FindingCode.options), fc.constantFrom("persons[0].dob", "legalName"))
    .map(([code, path]) => flagged(code, path)),
  person.map(unread),
  fc.constantFrom("IR", "KP").map((registryCountry) => withApplication({ registryCountry })),
);
const anything: fc.Arbitrary<Change> = fc.oneof(
  worse,
  fc.tuple(person, fc.constantFrom("false_positive", "confirmed_match", "escalated"))
    .map(([place, judgement]) => judged(place, judgement)),
  fc.constantFrom("verified", "inactive", "not_found", "unavailable", "not_supported")
    .map((outcome) => withEvidence(0, { outcome })),
  fc.constantFrom([["shareholder"]], [["director"], ["other"]]).map((all) => roles(...all)),
);

Deno.test("a worse finding never betters a recommendation", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 6 }), worse, (changes, one) => {
      const before = together(...changes);
      assert(rankOf(one(before)) >= rankOf(before));
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("worse judgements, older evidence and a worse register never better a recommendation", () => {
  // Nobody's judgement escalates as much as an escalation.
  const orders = [
    ["false_positive", null, "confirmed_match"],
    ["false_positive", "escalated", "confirmed_match"],
  ];
  const outcomes = [["verified"], ["unavailable", "not_supported", "mismatch"], ["inactive"]];
  const judgedOrNot = (place: number, judgement: string | null): Change =>
    judgement === null ? (filed) => filed : judged(place, judgement);
  fc.assert(
    fc.property(fc.array(worse, { maxLength: 5 }), person, (changes, place) => {
      const base = together(...changes);
      for (const order of orders) {
        const ranks = order.map((judgement) => rankOf(judgedOrNot(place, judgement)(base)));
        assert.deepEqual(ranks, ranks.toSorted());
      }
      const byAge = [0, 8, 91].map((days) => rankOf(base, days));
      assert.deepEqual(byAge, byAge.toSorted());
      const byRegister = outcomes.map((group) =>
        group.map((outcome) => rankOf(withEvidence(0, { ...isOfOther, outcome })(base)))
      );
      for (const [at, group] of byRegister.entries()) {
        const next = byRegister[at + 1] ?? [];
        assert(group.every((rank) => next.every((later) => later >= rank)));
      }
    }),
    { numRuns: runs(500) },
  );
});

Deno.test("an approval has a register, every screening, a director and an owner", () => {
  fc.assert(fc.property(fc.array(anything, { maxLength: 4 }), (changes) => {
    const filed = together(...changes);
    if (judge(filed).recommendation !== "APPROVE_RECOMMENDED") return;
    const codes = codesOf(filed);
    const screened = codes.filter((code) =>
      ["SCREENED_CLEAR", "MATCH_DISMISSED", "UNREAD_NAME_DISMISSED"].includes(code)
    );
    assert(codes.includes("REGISTRY_VERIFIED") && codes.includes("PERSONS_DECLARED"));
    assert.equal(screened.length, 3);
  }));
  for (const place of [0, 1, 2, 3]) {
    assert.equal(judge(together(without(place))).recommendation, "ESCALATE_RECOMMENDED");
  }
  const all = new Set(codesOf(soundApplication()));
  assert.deepEqual([...all], APPROVALS);
});

Deno.test("the same evidence gives the same text, which has no word of the applicant", () => {
  fc.assert(
    fc.property(
      fc.array(anything, { maxLength: 6 }),
      fc.string({ minLength: 9 }),
      (changes, text) => {
        const filed = together(...changes);
        const again = structuredClone(filed);
        assert.equal(rationaleOf(filed), rationaleOf(again));
        const spoken = withApplication({
          legalName: text,
          contactEmail: text,
          persons: filed.application.persons.map((one) => ({ ...one, fullName: text })),
        })(filed);
        assert.equal(rationaleOf(spoken), rationaleOf(filed));
      },
    ),
  );
});

Deno.test("docs/kyb.md has the review rules as their data have them", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/kyb.md", import.meta.url));
  assert.equal(
    /^\| Rule \| Advice[\s\S]*?(?=\n\n)/m.exec(page)?.[0],
    reviewTableText(table),
  );
});

Deno.test("pinReviewRules() gives another hash to another sentence", async () => {
  const { ruleSetHash } = await pinReviewRules(table);
  assert.match(ruleSetHash, /^[0-9a-f]{64}$/);
  const other = await pinReviewRules({ ...table, closing: "A machine decides." });
  assert.notEqual(other.ruleSetHash, ruleSetHash);
});

Deno.test("ReviewTable refuses a flag that stands nowhere, or twice", () => {
  const lacking = rules.reasons.map((one) =>
    one.code === "POLITICALLY_EXPOSED" ? { ...one, flags: [] } : one
  );
  assert(!ReviewTable.safeParse({ ...rules, reasons: lacking }).success);
  const doubled = rules.reasons.map((one) => ({ ...one, flags: [...one.flags, "PEP_FOUND"] }));
  assert(!ReviewTable.safeParse({ ...rules, reasons: doubled }).success);
});
