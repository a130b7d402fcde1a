import assert from "node:assert/strict";
import { evaluateQueries } from "../../../quality/evaluation/evaluate_queries.ts";
import { caseErrors } from "../../../quality/evaluation/errors.ts";
import { QueryCase } from "../../../quality/evaluation/schema.ts";
import type { AskedName } from "../../../core/screening/screen_name.ts";
import { tallyListed, tallyStrangers } from "../../../quality/evaluation/tally.ts";
import { Candidate, type Classification } from "../../../core/screening/candidate_schema.ts";

type Answer = readonly (readonly [string, Classification])[];

function candidate([listRef, classification]: Answer[number], index: number): Candidate {
  return Candidate.parse({
    entityId: `00000000-0000-5000-8000-00000000000${index}`,
    source: "ofac-sdn",
    listRef,
    entityType: "INDIVIDUAL",
    isPep: false,
    pepCategory: null,
    pepFunctionalCategory: null,
    pepStatus: null,
    pepJurisdiction: null,
    linkedPeps: [],
    matchedVia: ["exact"],
    classifyResult: {
      score: 90 - index,
      classification,
      floored: false,
      exactMatchShortCircuit: false,
      explain: {
        levenshtein: 1,
        phonetic: 1,
        dobNat: { dob: 0.5, nationality: 0.5, combined: 0.5 },
        vector: null,
        weightSet: "test",
        matchedName: "A B",
        nameStrength: "primary",
        alignment: [],
      },
      engineVersion: "test",
    },
  });
}

function screening(answer: Answer) {
  return {
    classification: answer[0]?.[1] ?? ("CLEAR" as const),
    candidates: answer.map(candidate),
    found: {
      queryTokens: 1,
      tokensLeftOut: 0,
      candidatesLeftOut: 0,
      untransliterated: [],
      unread: [],
      candidates: [],
      addresses: [],
    },
    beyond: [],
    total: 0,
    notComparable: null,
    nationalityUnrecognized: false,
  };
}

function labelled(id: string, more: Partial<QueryCase>): QueryCase {
  return QueryCase.parse({
    id,
    source: "listed",
    name: id,
    dob: "1969-7-16",
    nationality: "ve",
    label: "match",
    ofac_ent_num: 7,
    ...more,
  });
}

const stranger = { source: "strangers", label: "clear", ofac_ent_num: null } as const;
const cases = [
  labelled("first", {}),
  labelled("second", {}),
  labelled("missed", {}),
  labelled("elsewhere", { ofac_ent_num: null }),
  labelled("nobody", stranger),
  labelled("namesake", stranger),
];

/** The answer for each name. With the name only, `first` is not confirmed. */
const answers: Readonly<Record<string, Answer>> = {
  first: [["7", "CONFIRMED_MATCH"]],
  second: [["8", "POSSIBLE_MATCH"], ["7", "POSSIBLE_MATCH"]],
  missed: [["8", "POSSIBLE_MATCH"]],
  namesake: [["9", "CONFIRMED_MATCH"]],
};

function screen({ name, dob }: AskedName) {
  return screening(
    name === "first" && dob === null ? [["7", "POSSIBLE_MATCH"]] : answers[name] ?? [],
  );
}

Deno.test("evaluateQueries() asks by the name alone, then with date and nationality", () => {
  const asked: AskedName[] = [];
  evaluateQueries([labelled("x", {}), labelled("y", { dob: "1969" })], ["ofac-sdn"], (one) => {
    asked.push(one);
    return screening([]);
  });
  assert.deepEqual(asked, [
    { name: "x", dob: null, nationality: null },
    { name: "x", dob: "1969-07-16", nationality: "ve" },
    { name: "y", dob: null, nationality: null },
    { name: "y", dob: "1969", nationality: "ve" },
  ]);
});

Deno.test("tallyListed() counts found, first and confirmed by the label's own party", () => {
  assert.deepEqual(tallyListed(evaluateQueries(cases, ["ofac-sdn"], screen)), [{
    source: "listed",
    cases: 3,
    notLoaded: 1,
    nameOnly: { found: 2, first: 1, unbeaten: 1, confirmed: 0 },
    withEvidence: { found: 2, first: 1, unbeaten: 1, confirmed: 1 },
  }]);
});

Deno.test("tallyListed() judges nothing when no list of the labels is loaded", () => {
  const [tally] = tallyListed(evaluateQueries(cases, ["ofac-cons"], screen));
  assert.deepEqual([tally?.cases, tally?.notLoaded, tally?.nameOnly.found], [0, 4, 0]);
});

Deno.test("tallyStrangers() counts who was flagged, and who was confirmed", () => {
  const counts = { flagged: 1, confirmed: 1 };
  assert.deepEqual(tallyStrangers(evaluateQueries(cases, ["ofac-sdn"], screen)), [
    { source: "strangers", cases: 2, nameOnly: counts, withEvidence: counts },
  ]);
});

Deno.test("caseErrors() names every answer that a label contradicts", () => {
  const groups = caseErrors(evaluateQueries(cases, ["ofac-sdn"], screen)).slice(0, 3);
  assert.deepEqual(groups.map(({ errors }) => errors), [
    [{ id: "missed", score: 90 }],
    [{ id: "second", score: 90 }],
    [{ id: "namesake", score: 90 }],
  ]);
});

Deno.test("evaluateQueries() finds a party by its entry on any loaded list", async (t) => {
  const party = labelled("first", { ofac_ent_num: 8, un_ref: "QDi.7", pep_bioguide: "7" });
  const ofList = (source: string, score = 90) => {
    const [only] = screening([["7", "POSSIBLE_MATCH"]]).candidates;
    assert(only !== undefined);
    return { ...only, source, classifyResult: { ...only.classifyResult, score } };
  };
  const answering = (...candidates: readonly Candidate[]) => () => ({
    ...screening([]),
    candidates,
  });
  const sources = ["ofac-sdn", "us-pep"];
  await t.step("its entry on another list than the first", () => {
    const [outcome] = evaluateQueries([party], sources, answering(ofList("us-pep")));
    assert.deepEqual(
      [outcome?.targetLoaded, outcome?.nameOnly.target, outcome?.nameOnly.targetFirst],
      [true, "POSSIBLE_MATCH", true],
    );
  });
  await t.step("the same number on a list that it is not on", () => {
    const [outcome] = evaluateQueries([party], sources, answering(ofList("un-sc")));
    assert.equal(outcome?.nameOnly.target, "CLEAR");
  });
  await t.step("behind an equal score it is not first, and nobody is ahead", () => {
    const equal = answering(ofList("ca-sema"), ofList("us-pep"));
    const [outcome] = evaluateQueries([party], sources, equal);
    assert.deepEqual(
      [outcome?.nameOnly.targetFirst, outcome?.nameOnly.targetUnbeaten],
      [false, true],
    );
  });
  await t.step("behind a higher score it is neither", () => {
    const higher = answering(ofList("ca-sema", 91), ofList("us-pep"));
    const [outcome] = evaluateQueries([party], sources, higher);
    assert.deepEqual(
      [outcome?.nameOnly.targetFirst, outcome?.nameOnly.targetUnbeaten],
      [false, false],
    );
  });
});
