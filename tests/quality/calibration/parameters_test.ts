import assert from "node:assert/strict";
import {
  fittedParameters,
  numberAt,
  numbersOf,
  parameterTable,
  withNumbers,
} from "../../../quality/calibration/parameters.ts";
import { defaultWeights, type Weights } from "../../../core/matching/weights.ts";
import gates from "../../../core/screening/gates.json" with { type: "json" };
import { Gates, pinRules } from "../../../core/screening/gates.ts";

Deno.test("every number of weights.json has a range to be fitted in, or a reason not to be", () => {
  assert.deepEqual(
    Object.keys(parameterTable).toSorted(),
    numbersOf(defaultWeights).toSorted(),
    "add a row to quality/calibration/parameters.ts, or take one away",
  );
});

Deno.test("the weights in force lie in their ranges, and both ends are weights", () => {
  for (const [path, { least, most, step }] of fittedParameters()) {
    const value = numberAt(defaultWeights, path);
    assert(least <= value && value <= most, `${path}: ${value} is not in ${least} to ${most}`);
    assert(step > 0 && step <= most - least, path);
    for (const end of [least, most]) {
      assert.equal(numberAt(withNumbers(defaultWeights, { [path]: end }), path), end);
    }
  }
});

Deno.test("withNumbers() refuses a number that weights do not have, and leaves the rest", () => {
  assert.throws(() => withNumbers(defaultWeights, { "tokens.none": 1 }), /tokens\.none/);
  const changed = withNumbers(defaultWeights, { "tokens.number": 0.5 });
  const back = withNumbers(changed, { "tokens.number": defaultWeights.tokens.number });
  assert.deepEqual(back, defaultWeights);
});

Deno.test("every number of weights.json is in the hash that decisions pin", async () => {
  const hashOf = async (weights: Weights) =>
    (await pinRules(Gates.parse(gates), weights)).ensembleWeightsHash;
  const inForce = await hashOf(defaultWeights);
  for (const path of numbersOf(defaultWeights)) {
    const value = numberAt(defaultWeights, path);
    const another = value > 1 ? value + 1 : value * 0.999;
    const changed = withNumbers(defaultWeights, { [path]: another });
    assert.notEqual(await hashOf(changed), inForce, path);
  }
});
