import assert from "node:assert/strict";
import fc from "fast-check";
import type { BirthRelation, MatchCandidate } from "../../../core/matching/ports.ts";
import { classify, mostSevere } from "../../../core/screening/classify.ts";
import { candidatesOf } from "../../../core/screening/candidate.ts";
import published from "../../../core/screening/gates.json" with { type: "json" };
import { Gates } from "../../../core/screening/gates.ts";

const gates = Gates.parse(published);
const rules = { gates, weightSet: "test", gatesHash: "0", ensembleWeightsHash: "0" };
const pep = {
  category: "FOREIGN",
  functionalCategory: "MINISTER",
  status: "CURRENT",
  jurisdiction: "FR",
  linked: [],
} as const;

/** An exact, rare, primary name of a sanctioned person, without further data. */
const exactName: MatchCandidate = {
  entityId: "688781f8-db6a-5705-81c1-5c6c63f4211e",
  source: "ofac-sdn",
  listRef: "1",
  entityType: "INDIVIDUAL",
  pep: null,
  score: 100,
  nameScore: 100,
  levenshtein: 1,
  phonetic: 1,
  layers: ["exact"],
  exact: true,
  sameWords: true,
  matchedName: "Viktor Sandbergov",
  matchedStrength: "primary",
  matchedTokens: 2,
  rarity: gates.exactRarityMin,
  matchedScript: "Latn",
  readAs: "name",
  alignment: [],
  unaccounted: [],
  steps: [{ step: "full_agreement", points: 100 }],
  birth: { relation: "absent", value: 0, listed: null },
  nationality: { relation: "absent", value: 0, listed: [] },
};

Deno.test("classify() confirms an exact name only when nothing speaks against it", async (t) => {
  const cases: {
    why: string;
    change: Partial<MatchCandidate>;
    expected: string;
    short: boolean;
  }[] = [
    { why: "as it is", change: {}, expected: "CONFIRMED_MATCH", short: true },
    {
      why: "a strong alias",
      change: { matchedStrength: "strong" },
      expected: "CONFIRMED_MATCH",
      short: true,
    },
    {
      why: "a weak alias",
      change: { matchedStrength: "weak" },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "a single token",
      change: { matchedTokens: 1 },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "a common name",
      change: { rarity: gates.exactRarityMin - 0.01 },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "a common name whose year of birth agrees",
      change: {
        rarity: gates.exactRarityMin - gates.bornRarity,
        birth: { relation: "same_year", value: 0.7, listed: "1961" },
      },
      expected: "CONFIRMED_MATCH",
      short: true,
    },
    {
      why: "a name too common for that",
      change: {
        rarity: gates.exactRarityMin - gates.bornRarity - 0.01,
        birth: { relation: "same_year", value: 0.7, listed: "1961" },
      },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    { why: "a PEP by name only", change: { pep }, expected: "POSSIBLE_MATCH", short: false },
    {
      why: "a PEP whose day of birth agrees",
      change: { pep, birth: { relation: "same_day", value: 1, listed: "1961-04-12" } },
      expected: "CONFIRMED_MATCH",
      short: false,
    },
    {
      why: "a PEP whose year of birth agrees",
      change: { pep, birth: { relation: "same_year", value: 0.6, listed: "1961-04-12" } },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "a ship of a person's name",
      change: { otherKind: true },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "a ship of the name of somebody with a date of birth",
      change: { birth: { relation: "not_a_person", value: -1, listed: null } },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "a ship of a name like that of somebody with a date of birth",
      change: {
        exact: false,
        sameWords: false,
        birth: { relation: "not_a_person", value: -1, listed: null },
      },
      expected: "CLEAR",
      short: false,
    },
    {
      why: "another date of birth",
      change: { score: 82, birth: { relation: "different", value: -1, listed: "1961-04-12" } },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "another nationality",
      change: { score: 96, nationality: { relation: "differs", value: -1, listed: ["RU"] } },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "another day of the same year",
      change: { score: 96, birth: { relation: "other_day", value: -0.15, listed: "1961-04-12" } },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "born years apart",
      change: { score: 75, birth: { relation: "years_apart", value: -1, listed: "1961-04-12" } },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "no exact name, and born years apart",
      change: {
        exact: false,
        sameWords: false,
        score: 75,
        birth: { relation: "years_apart", value: -1, listed: "1961-04-12" },
      },
      expected: "CLEAR",
      short: false,
    },
    {
      why: "the same words beside a remark, and born years apart",
      change: {
        exact: false,
        score: 55,
        birth: { relation: "years_apart", value: -1, listed: "1961-04-12" },
      },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "one of several names, of which another may be born years apart",
      change: {
        exact: false,
        sameWords: false,
        score: 75,
        birth: { relation: "years_apart", value: 0, listed: "1961-04-12" },
      },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "no exact name, but a high score and the same day",
      change: {
        exact: false,
        sameWords: false,
        score: gates.confirmedAt,
        birth: { relation: "same_day", value: 1, listed: "1961-04-12" },
      },
      expected: "CONFIRMED_MATCH",
      short: false,
    },
    {
      why: "no exact name and a high score alone",
      change: { exact: false, sameWords: false, score: 99 },
      expected: "POSSIBLE_MATCH",
      short: false,
    },
    {
      why: "just under the threshold",
      change: { exact: false, sameWords: false, score: gates.possibleAt - 0.01 },
      expected: "CLEAR",
      short: false,
    },
  ];
  for (const { why, change, expected, short } of cases) {
    await t.step(why, () => {
      const judged = classify(gates, { ...exactName, ...change });
      assert.deepEqual([judged.classification, judged.exactMatchShortCircuit], [expected, short]);
      if (short) assert.equal(judged.score, 100);
    });
  }
});

Deno.test("classify() keeps an exact name at the threshold, whatever else would push it under", () => {
  const pushed = {
    ...exactName,
    score: 12,
    birth: { relation: "different" as const, value: -1, listed: "1961-04-12" },
    nationality: { relation: "differs" as const, value: -1, listed: ["RU"] },
  };
  assert.deepEqual(classify(gates, pushed), {
    score: gates.possibleAt,
    classification: "POSSIBLE_MATCH",
    floored: true,
    exactMatchShortCircuit: false,
  });
  // At the very threshold it stands there by itself.
  assert.deepEqual(classify(gates, { ...pushed, score: gates.possibleAt }), {
    score: gates.possibleAt,
    classification: "POSSIBLE_MATCH",
    floored: false,
    exactMatchShortCircuit: false,
  });
});

const relations: BirthRelation[] = [
  "absent",
  "same_day",
  "day_month_swapped",
  "one_digit_off",
  "same_month",
  "same_year",
  "within_range",
  "other_day",
  "near_year",
  "different",
  "years_apart",
  "not_a_person",
];
const someCandidate = fc.record({
  entityId: fc.uuid(),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
  words: fc.constantFrom(
    { exact: true, sameWords: true },
    { exact: false, sameWords: true },
    { exact: false, sameWords: false },
  ),
  matchedStrength: fc.constantFrom("primary", "strong", "weak"),
  matchedTokens: fc.integer({ min: 1, max: 6 }),
  rarity: fc.double({ min: 0, max: 40, noNaN: true }),
  pep: fc.constantFrom(null, pep),
  birth: fc.constantFrom(...relations)
    .chain((relation) =>
      fc.constantFrom(0, -1).map((value) => ({ relation, value, listed: null }))
    ),
  nationality: fc.constantFrom("absent" as const, "agrees" as const, "differs" as const)
    .map((relation) => ({ relation, value: 0, listed: [] })),
}).map(({ words, ...change }): MatchCandidate => (
  { ...exactName, ...change, ...words } as MatchCandidate
));

Deno.test("classify() never clears an exact name and never confirms a weak alias or a PEP by name", () => {
  fc.assert(fc.property(someCandidate, (candidate) => {
    const { classification, score, floored } = classify(gates, candidate);
    assert(score >= 0 && score <= 100);
    if (candidate.sameWords) assert.notEqual(classification, "CLEAR");
    if (floored) assert.equal(classification, "POSSIBLE_MATCH");
    if (candidate.matchedStrength === "weak") assert.notEqual(classification, "CONFIRMED_MATCH");
    if (candidate.pep !== null && candidate.birth.relation !== "same_day") {
      assert.notEqual(classification, "CONFIRMED_MATCH");
    }
    if (["other_day", "near_year", "different", "years_apart"].includes(candidate.birth.relation)) {
      assert.notEqual(classification, "CONFIRMED_MATCH");
    }
    const { relation, value } = candidate.birth;
    if (relation === "years_apart" && value < 0 && !candidate.sameWords) {
      assert.equal(classification, "CLEAR");
      assert(score <= gates.possibleAt - 1);
    }
  }));
});

/** The candidates that are answered, of those found. */
function answeredOf(found: readonly MatchCandidate[]) {
  const result = { candidates: found, candidatesLeftOut: 0 };
  return candidatesOf(rules, "test", result, () => null).candidates;
}

Deno.test("candidatesOf() answers at most candidatesMax, best first, and nothing that is clear", () => {
  fc.assert(fc.property(fc.array(someCandidate, { maxLength: 64 }), (found) => {
    const answered = answeredOf(found);
    assert(answered.length <= gates.candidatesMax);
    for (const [index, { classifyResult, entityId }] of answered.entries()) {
      assert.notEqual(classifyResult.classification, "CLEAR");
      const next = answered[index + 1];
      if (next === undefined) continue;
      assert(
        classifyResult.score > next.classifyResult.score ||
          (classifyResult.score === next.classifyResult.score && entityId <= next.entityId),
      );
    }
  }));
});

Deno.test("candidatesOf() reports what the gates did to a score", () => {
  const contradicted = [
    { step: "full_agreement" as const, points: 100 },
    { step: "date_of_birth" as const, points: -88 },
  ];
  const birth = { relation: "different" as const, value: -1, listed: "1961-04-12" };
  const cases = [
    {
      change: { score: 12, steps: contradicted, birth },
      expected: { step: "floored", points: 58 },
    },
    { change: { score: 97.5 }, expected: { step: "exact_match", points: 2.5 } },
    { change: { score: 100 }, expected: { step: "full_agreement", points: 100 } },
  ];
  for (const { change, expected } of cases) {
    const [answered] = answeredOf([{ ...exactName, ...change }]);
    assert.deepEqual(answered?.classifyResult.explain.steps?.at(-1), expected);
  }
});

Deno.test("candidatesOf() leaves out other possible matches before confirmed and exact ones", () => {
  const entityId = (number: number) =>
    `00000000-0000-5000-8000-${String(number).padStart(12, "0")}`;
  const like = {
    ...exactName,
    exact: false,
    sameWords: false,
    layers: ["fts" as const],
    score: 90,
  };
  const found: readonly MatchCandidate[] = [
    ...Array.from({ length: 30 }, (_, at) => ({ ...like, entityId: entityId(at) })),
    {
      ...exactName,
      entityId: entityId(100),
      score: 62,
      birth: { relation: "years_apart", value: -1, listed: "1961-04-12" },
    },
    {
      ...like,
      entityId: entityId(101),
      score: 93,
      birth: { relation: "same_day", value: 1, listed: "1961-04-12" },
    },
  ];
  const answered = answeredOf(found);
  assert.equal(answered.length, gates.candidatesMax);
  const [first, last] = [answered[0], answered.at(-1)];
  assert.deepEqual([first?.entityId, first?.classifyResult.classification], [
    entityId(101),
    "CONFIRMED_MATCH",
  ]);
  assert.deepEqual([last?.entityId, last?.classifyResult.floored], [entityId(100), true]);
});

Deno.test("mostSevere() is the worst of several and CLEAR of none", () => {
  assert.equal(mostSevere([]), "CLEAR");
  assert.equal(mostSevere(["CLEAR", "CONFIRMED_MATCH", "POSSIBLE_MATCH"]), "CONFIRMED_MATCH");
  assert.equal(mostSevere(["CLEAR", "POSSIBLE_MATCH", "CLEAR"]), "POSSIBLE_MATCH");
});
