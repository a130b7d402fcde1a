import assert from "node:assert/strict";
import fc from "fast-check";
import { crossValidate, dealFolds } from "../../../quality/evaluation/cross_validation.ts";

Deno.test("crossValidate() judges each fold by the threshold of the others", () => {
  const first = [{ score: 90, match: true }, { score: 50, match: false }];
  const second = [{ score: 80, match: true }, { score: 85, match: false }];
  // The second alone is best at 80, where the first is all right; the first is best at 90, where
  // the match of the second is missed: 1 found, 1 missed, no false alarm.
  assert.deepEqual(crossValidate([first, second]), {
    precision: 1,
    recall: 1 / 2,
    f1: 2 / 3,
    threshold: 90,
  });
});

Deno.test("crossValidate() finds nothing where there is nothing to learn from", () => {
  const { f1, threshold } = crossValidate([[{ score: 90, match: true }], [], []]);
  assert.deepEqual([f1, threshold], [0, 90]);
});

Deno.test("dealFolds() deals every item to one fold, evenly and the same each time", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 2, max: 9 }), fc.nat(), (count, folds, seed) => {
      const dealt = dealFolds(count, { folds, seed });
      assert.equal(dealt.length, count);
      const sizes = Array.from(
        { length: folds },
        (_, fold) => dealt.filter((one) => one === fold).length,
      );
      assert.equal(sizes.reduce((sum, size) => sum + size, 0), count);
      assert(Math.max(...sizes) - Math.min(...sizes) <= 1);
      assert.deepEqual(dealFolds(count, { folds, seed }), dealt);
    }),
  );
});

Deno.test("dealFolds() shuffles, and otherwise for another seed", () => {
  const inOrder = Array.from({ length: 100 }, (_, index) => index % 5);
  const dealt = dealFolds(100, { folds: 5, seed: 7 });
  assert.notDeepEqual(dealt, inOrder);
  assert.notDeepEqual(dealFolds(100, { folds: 5, seed: 8 }), dealt);
});
