import assert from "node:assert/strict";
import { rawOf, scoreOf } from "../../../quality/calibration/curve.ts";
import { rescale } from "../../../quality/calibration/rescale.ts";
import { defaultWeights, Weights } from "../../../core/matching/weights.ts";

const { curve } = defaultWeights;
const gate = { before: 73, after: 70 };
/** A curve that is steep at the gate, like curves that separate matches well. */
const steep: Weights["curve"] = [
  [0, 0],
  [0.5, 15],
  [rawOf(curve, gate.before), gate.after],
  [0.9, 90],
  [1, 100],
];
const rescaled = rescale(defaultWeights, steep, gate);

Deno.test("rescale() changes nothing for the same curve and gate", () => {
  assert.deepEqual(rescale(defaultWeights, curve, { before: 70, after: 70 }), defaultWeights);
});

Deno.test("rescale() gives weights that hold", () => {
  assert.deepEqual(Weights.parse(rescaled), rescaled);
});

Deno.test("rescale() keeps every cap on its side of the gate", () => {
  const { oneWordMost, oneRareWordMost, inTextMost } = rescaled.penalties;
  assert(oneWordMost < gate.after && gate.after <= oneRareWordMost && gate.after <= inTextMost);
});

Deno.test("rescale() lets a day of birth move the same names over the gate", () => {
  for (let raw = 0; raw <= 1; raw += 0.01) {
    const before = scoreOf(curve, raw);
    const after = scoreOf(steep, raw);
    const judged = (weights: Weights, score: number, at: number) => ({
      agreeing: score + weights.birth.boost * (100 - score) - at,
      contradicting: score - weights.birth.penalty - at,
    });
    const was = judged(defaultWeights, before, gate.before);
    const is = judged(rescaled, after, gate.after);
    for (const how of ["agreeing", "contradicting"] as const) {
      // Numbers are kept to a tenth of a point: at the gate itself either answer is right.
      const clear = Math.abs(was[how]) > 0.2 && Math.abs(is[how]) > 0.2;
      assert(!clear || (was[how] >= 0) === (is[how] >= 0), `${how} at ${raw}`);
    }
  }
});
