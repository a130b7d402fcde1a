import assert from "node:assert/strict";
import { reasonsToKeep } from "../../../quality/calibration/adopt.ts";
import { calibrationPolicy } from "../../../quality/calibration/policy.ts";

const slice = { f1: 0.8, averagePrecision: 0.85, recallAtPrecision: 0.6 };
const quality = { objective: 0.8, screeningCost: 0.01, slices: { persons: slice } };
const gate = { score: 70, found: 0.99, flagged: 0.003 };
const better = {
  before: quality,
  outOfFold: { ...quality, objective: 0.81 },
  possible: { before: gate, after: gate },
};
const reasons = (fit: Partial<typeof better>) =>
  reasonsToKeep({ ...better, ...fit }, calibrationPolicy);
const fallen = (figures: Partial<typeof slice>) =>
  reasons({
    outOfFold: { ...better.outOfFold, slices: { persons: { ...slice, ...figures } } },
  });
const gated = (after: Partial<typeof gate>) =>
  reasons({ possible: { before: gate, after: { ...gate, ...after } } });

Deno.test("reasonsToKeep() has none where a fit gains out of fold and nothing falls", () => {
  assert.deepEqual(reasons({}), []);
  assert.deepEqual(fallen({ f1: 0.796, recallAtPrecision: 0.585 }), []);
});

Deno.test("reasonsToKeep() names what is not gained, what falls and what is lost", () => {
  assert.deepEqual(reasons({ outOfFold: quality }), ["objective: 0.8000, out of fold 0.8000"]);
  assert.deepEqual(fallen({ f1: 0.79 }), ["persons f1: 0.8000, out of fold 0.7900"]);
  assert.deepEqual(fallen({ recallAtPrecision: 0.57 }), [
    "persons recallAtPrecision: 0.6000, out of fold 0.5700",
  ]);
  assert.deepEqual(gated({ found: 0.98 }), ["misspelt found: 0.9900, now 0.9800"]);
  assert.deepEqual(gated({ flagged: 0.004 }), ["strangers flagged: 0.0030, now 0.0040"]);
});
