import assert from "node:assert/strict";
import { touchedAmong, touchedBy } from "../../../quality/calibration/touched.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import { openMatcher } from "../../../wasm/matcher.ts";

const pair = (left: string, right: string) => ({
  id: left,
  schema: "INDIVIDUAL" as const,
  left,
  right,
});
const pairs = [
  pair("Nicolas Maduro Moros", "Maduro Moros, Nicolas"),
  pair("N. Maduro Moros", "Maduro Moros, Nicolas"),
  pair("Nicolas Madudo Moros", "Maduro Moros, Nicolas"),
];

Deno.test("touchedBy() finds the pairs in whose score a number has a part", () => {
  const touched = touchedBy(defaultWeights, pairs, openMatcher);
  assert.deepEqual(touched["similarity.initial"], [1]);
  assert.deepEqual(touched["similarity.editCost"], [2]);
  assert.deepEqual(touched["similarity.unvowelled"], []);
});

Deno.test("touchedAmong() returns places among the chosen", () => {
  assert.deepEqual(touchedAmong({ one: [0, 2], two: [1], none: [] }, [2, 0]), {
    one: [1, 0],
    two: [],
    none: [],
  });
});
