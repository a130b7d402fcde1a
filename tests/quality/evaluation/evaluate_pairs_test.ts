import assert from "node:assert/strict";
import { pairErrors } from "../../../quality/evaluation/errors.ts";
import { evaluatePairs } from "../../../quality/evaluation/evaluate_pairs.ts";
import { evaluationPolicy } from "../../../quality/evaluation/policy.ts";
import { LabelledPair } from "../../../quality/evaluation/schema.ts";

interface Kind {
  readonly source: string;
  readonly schema: string;
  readonly kind: string;
}

/** Twenty pairs of one kind: half are matches with score 80, the others have 40. */
function pairsOf({ source, schema, kind }: Kind) {
  return Array.from({ length: 20 }, (_, index) => ({
    pair: LabelledPair.parse({
      id: `${source}-${schema}-${kind}-${index}`,
      ...{ source, schema, kind, left: "a", right: "b", match: index % 2 === 0 },
    }),
    score: index % 2 === 0 ? 80 : 40,
  }));
}

const all = [
  { source: "eu_oj_alias", schema: "Person", kind: "latin" },
  { source: "eu_oj_alias", schema: "Person", kind: "xscript" },
  { source: "eu_oj_alias", schema: "LegalEntity", kind: "latin" },
  { source: "nk_name_bench", schema: "Person", kind: "typo" },
  { source: "nk_name_bench", schema: "Company", kind: "typo" },
].flatMap(pairsOf);

function evaluateAll(gate: number) {
  return evaluatePairs({
    pairs: all.map(({ pair }) => pair),
    scores: all.map(({ score }) => score),
    gate,
    policy: evaluationPolicy,
  });
}

Deno.test("evaluatePairs() reports the slices of the peers' table", () => {
  assert.deepEqual(evaluateAll(70).map(({ slice, pairs }) => [slice, pairs]), [
    ["ALL", 100],
    ["persons", 60],
    ["eu_persons_latin", 20],
    ["eu_persons_xscript", 20],
    ["nk_bench", 40],
    ["nk_persons", 20],
    ["orgs", 40],
  ]);
});

Deno.test("evaluatePairs() judges by learnt thresholds, by rank and by the gate", () => {
  for (const quality of evaluateAll(70)) {
    assert.deepEqual(quality.crossValidated, { precision: 1, recall: 1, f1: 1, threshold: 80 });
    assert.deepEqual([quality.averagePrecision, quality.recallAtPrecision], [1, 1]);
    assert.deepEqual(quality.atGate, { precision: 1, recall: 1, f1: 1 });
  }
  for (const { atGate } of evaluateAll(30)) {
    assert.deepEqual(atGate, { precision: 1 / 2, recall: 1, f1: 2 / 3 });
  }
});

Deno.test("evaluatePairs() throws when a pair has no score", () => {
  const [first] = all;
  assert(first !== undefined);
  const policy = evaluationPolicy;
  assert.throws(
    () => evaluatePairs({ pairs: [first.pair], scores: [], gate: 70, policy }),
    /score/,
  );
});

Deno.test("pairErrors() names what the gate calls wrongly, the worst first", () => {
  const labels = [["a", true], ["b", true], ["c", false], ["d", false], ["e", true]] as const;
  const pairs = labels.map(([id, match]) =>
    LabelledPair.parse({ id, match, source: "", schema: "Person", kind: "", left: "", right: "" })
  );
  const groups = pairErrors(pairs, [60, 10, 70, 95, 70], 70);
  assert.deepEqual(groups.map(({ errors }) => errors), [
    [{ id: "b", score: 10 }, { id: "a", score: 60 }],
    [{ id: "d", score: 95 }, { id: "c", score: 70 }],
  ]);
});
