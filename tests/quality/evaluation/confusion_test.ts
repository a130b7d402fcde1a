import assert from "node:assert/strict";
import fc from "fast-check";
import { confusionAt, qualityOf, sumOf } from "../../../quality/evaluation/confusion.ts";

const scored = [
  { score: 90, match: true },
  { score: 80, match: false },
  { score: 70, match: true },
  { score: 60, match: true },
  { score: 50, match: false },
];

Deno.test("confusionAt() calls the threshold itself a match", async (t) => {
  const cases = [
    { threshold: 70, expected: { truePositives: 2, falsePositives: 1, falseNegatives: 1 } },
    { threshold: 70.1, expected: { truePositives: 1, falsePositives: 1, falseNegatives: 2 } },
    { threshold: 0, expected: { truePositives: 3, falsePositives: 2, falseNegatives: 0 } },
    { threshold: Infinity, expected: { truePositives: 0, falsePositives: 0, falseNegatives: 3 } },
  ];
  for (const { threshold, expected } of cases) {
    await t.step(String(threshold), () => {
      assert.deepEqual(confusionAt(scored, threshold), expected);
    });
  }
});

Deno.test("qualityOf() divides what was called right by what was called and what is", async (t) => {
  const cases = [
    { why: "2 of 3 called, 2 of 4 there", counts: [2, 1, 2], expected: [2 / 3, 1 / 2, 4 / 7] },
    { why: "all right", counts: [3, 0, 0], expected: [1, 1, 1] },
    { why: "nothing called", counts: [0, 0, 3], expected: [0, 0, 0] },
    { why: "nothing at all", counts: [0, 0, 0], expected: [0, 0, 0] },
  ] as const;
  for (const { why, counts, expected } of cases) {
    await t.step(why, () => {
      const [truePositives, falsePositives, falseNegatives] = counts;
      const { precision, recall, f1 } = qualityOf({
        truePositives,
        falsePositives,
        falseNegatives,
      });
      assert.deepEqual([precision, recall, f1], expected);
    });
  }
});

Deno.test("qualityOf() gives an F1 between precision and recall", () => {
  const count = fc.nat(1_000);
  fc.assert(fc.property(count, count, count, (truePositives, falsePositives, falseNegatives) => {
    const { precision, recall, f1 } = qualityOf({ truePositives, falsePositives, falseNegatives });
    assert(f1 >= Math.min(precision, recall) - 1e-12 && f1 <= Math.max(precision, recall) + 1e-12);
  }));
});

Deno.test("sumOf() adds the counts of parts to those of the whole", () => {
  fc.assert(fc.property(fc.nat(5), fc.nat(100), (cut, threshold) => {
    const parts = [scored.slice(0, cut), scored.slice(cut)];
    assert.deepEqual(
      sumOf(parts.map((part) => confusionAt(part, threshold))),
      confusionAt(scored, threshold),
    );
  }));
});
