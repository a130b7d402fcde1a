import assert from "node:assert/strict";
import fc from "fast-check";
import {
  drawBelow,
  mersenneTwister,
  shuffled,
} from "../../../quality/evaluation/mersenne_twister.ts";

Deno.test("mersenneTwister() draws the reference's numbers", () => {
  // mt19937ar.out, the published output of the authors' program for this key.
  const next = mersenneTwister([0x123, 0x234, 0x345, 0x456]);
  const expected = [1067595299, 955945823, 477289528, 4107218783, 4228976476];
  assert.deepEqual(expected.map(() => next()), expected);
});

Deno.test("mersenneTwister() goes on past its state of 624 words", () => {
  // The last number of mt19937ar.out, the thousandth.
  const next = mersenneTwister([0x123, 0x234, 0x345, 0x456]);
  for (let drawn = 1; drawn < 1000; drawn++) next();
  assert.equal(next(), 3460025646);
});

Deno.test("shuffled() puts ten numbers into Python's order", () => {
  // python3 -c 'import random; random.seed(7); x = list(range(10)); random.shuffle(x); print(x)'
  const order = shuffled([...Array(10).keys()], mersenneTwister([7]));
  assert.deepEqual(order, [8, 3, 1, 4, 7, 0, 9, 6, 2, 5]);
});

Deno.test("drawBelow() stays below its limit", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), fc.nat(), (limit, seed) => {
    const drawn = drawBelow(limit, mersenneTwister([seed]));
    assert(drawn >= 0 && drawn < limit);
  }));
});
