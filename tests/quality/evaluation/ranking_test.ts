import assert from "node:assert/strict";
import fc from "fast-check";
import { confusionAt, qualityOf, type Scored } from "../../../quality/evaluation/confusion.ts";
import {
  averagePrecision,
  bestThreshold,
  rankingOf,
  recallAtPrecision,
} from "../../../quality/evaluation/ranking.ts";

const yes = (score: number): Scored => ({ score, match: true });
const no = (score: number): Scored => ({ score, match: false });

/** Pairs with few different scores, so that many are equal. */
const someScored = fc.array(fc.record({ score: fc.nat(9), match: fc.boolean() }), {
  maxLength: 30,
});

/**
 * | from | called | found | precision |
 * | ---- | ------ | ----- | --------- |
 * | 90   | 1      | 1     | 1         |
 * | 80   | 3      | 2     | 2/3       |
 * | 70   | 4      | 3     | 3/4       |
 * | 60   | 5      | 3     | 3/5       |
 */
const mixed = [no(60), yes(80), yes(90), no(80), yes(70)];

Deno.test("rankingOf() counts equal scores in one step", () => {
  assert.deepEqual(rankingOf(mixed), [
    { score: 90, called: 1, found: 1, matches: 1 },
    { score: 80, called: 3, found: 2, matches: 1 },
    { score: 70, called: 4, found: 3, matches: 1 },
    { score: 60, called: 5, found: 3, matches: 0 },
  ]);
});

Deno.test("averagePrecision() is the mean of the precision at every match", async (t) => {
  const cases = [
    { why: "mixed", scored: mixed, expected: (1 + 2 / 3 + 3 / 4) / 3 },
    { why: "the only match last of four", scored: [no(4), no(3), no(2), yes(1)], expected: 1 / 4 },
    { why: "all equal: the share of matches", scored: [yes(5), no(5), no(5)], expected: 1 / 3 },
    { why: "no match at all", scored: [no(2), no(1)], expected: 0 },
    { why: "nothing", scored: [], expected: 0 },
  ];
  for (const { why, scored, expected } of cases) {
    await t.step(why, () => {
      assert(Math.abs(averagePrecision(rankingOf(scored)) - expected) < 1e-12);
    });
  }
});

Deno.test("averagePrecision() lies in 0..1, and only a perfect ranking has 1", () => {
  fc.assert(fc.property(someScored, (scored) => {
    const value = averagePrecision(rankingOf(scored));
    assert(value >= 0 && value <= 1);
    const worstMatch = Math.min(...scored.filter(({ match }) => match).map(({ score }) => score));
    const isPerfect = Number.isFinite(worstMatch) &&
      scored.every(({ match, score }) => match || score < worstMatch);
    assert.equal(value > 1 - 1e-9, isPerfect);
  }));
});

Deno.test("averagePrecision() depends on the order of the scores alone", () => {
  fc.assert(fc.property(someScored, (scored) => {
    const stretched = scored.map(({ score, match }) => ({ score: 2 ** score - 40, match }));
    const before = averagePrecision(rankingOf(scored));
    assert.equal(averagePrecision(rankingOf(stretched)), before);
    assert.equal(averagePrecision(rankingOf(scored.toReversed())), before);
  }));
});

Deno.test("recallAtPrecision() is the best recall of any threshold that is precise enough", async (t) => {
  const cases = [
    { why: "only the first step is", least: 0.95, expected: 1 / 3 },
    { why: "a later step is again", least: 0.75, expected: 1 },
    { why: "any is", least: 0, expected: 1 },
  ];
  for (const { why, least, expected } of cases) {
    await t.step(why, () => assert.equal(recallAtPrecision(rankingOf(mixed), least), expected));
  }
  await t.step("none is", () => {
    assert.equal(recallAtPrecision(rankingOf([no(2), yes(1)]), 0.95), 0);
  });
  await t.step("no match at all", () => assert.equal(recallAtPrecision(rankingOf([no(1)]), 0), 0));
});

Deno.test("recallAtPrecision() falls as more precision is asked for", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(someScored, share, share, (scored, a, b) => {
    const steps = rankingOf(scored);
    const [less, more] = [Math.min(a, b), Math.max(a, b)];
    assert(recallAtPrecision(steps, less) >= recallAtPrecision(steps, more));
  }));
});

Deno.test("bestThreshold() has the best F1, and is the highest of equals", async (t) => {
  const cases = [
    // F1 from 90 down: 2/4, 4/6, 6/7, 6/8.
    { why: "in the middle", scored: mixed, expected: 70 },
    // F1 is 2/3 at 9: one of two found. It is 4/6 at 8: both, among four.
    { why: "the highest of two", scored: [yes(9), yes(8), no(8), no(8)], expected: 9 },
    { why: "no match: nothing should be called one", scored: [no(9)], expected: Infinity },
  ];
  for (const { why, scored, expected } of cases) {
    await t.step(why, () => assert.equal(bestThreshold(rankingOf(scored)), expected));
  }
  await t.step("no threshold is better", () => {
    fc.assert(fc.property(someScored, fc.nat(10), (scored, other) => {
      const f1At = (threshold: number) => qualityOf(confusionAt(scored, threshold)).f1;
      assert(f1At(bestThreshold(rankingOf(scored))) >= f1At(other));
    }));
  });
});
