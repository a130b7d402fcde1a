import assert from "node:assert/strict";
import fc from "fast-check";
import { fitCurve, rawOf, scoreOf } from "../../../quality/calibration/curve.ts";
import { isotonic, valueAt } from "../../../quality/calibration/isotonic.ts";

const one = (at: number, value: number, weight = 1) => ({ at, value, weight });

Deno.test("isotonic() pools what falls, and leaves what rises", async (t) => {
  const cases = [
    { why: "rising", given: [one(1, 0), one(2, 1)], expected: [one(1, 0), one(2, 1)] },
    { why: "falling", given: [one(1, 1), one(2, 0)], expected: [one(1.5, 0.5, 2)] },
    {
      why: "a dip reaches back as far as it must: 3 and 2 to 2.5, then 1 to 2 for all three",
      given: [one(1, 3), one(2, 2), one(3, 1), one(4, 5)],
      expected: [one(2, 2, 3), one(4, 5)],
    },
    {
      why: "by weight: (1 x 3 + 0 x 1) / 4 at (1 x 3 + 5 x 1) / 4",
      given: [one(1, 1, 3), one(5, 0, 1)],
      expected: [one(2, 0.75, 4)],
    },
    { why: "one place is one block", given: [one(1, 0), one(1, 1)], expected: [one(1, 0.5, 2)] },
  ];
  for (const { why, given, expected } of cases) {
    await t.step(why, () => assert.deepEqual(isotonic(given), expected));
  }
});

const observations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.constantFrom(0, 1),
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 60 },
);

Deno.test("isotonic() rises, and keeps the weighted sum", () => {
  fc.assert(fc.property(observations, (given) => {
    const blocks = isotonic(given);
    const sum = (of: readonly { readonly value: number; readonly weight: number }[]) =>
      of.reduce((all, { value, weight }) => all + value * weight, 0);
    assert(Math.abs(sum(blocks) - sum(given)) < 1e-9);
    for (const [index, { at, value }] of blocks.entries()) {
      const before = blocks[index - 1];
      assert(before === undefined || (before.at < at && before.value < value));
    }
  }));
});

Deno.test("valueAt() is linear between blocks and level outside", () => {
  const blocks = [one(0.2, 0), one(0.4, 1)];
  assert.deepEqual([0, 0.2, 0.3, 0.4, 1].map((at) => valueAt(blocks, at).toFixed(3)), [
    ...["0.000", "0.000", "0.500", "1.000", "1.000"],
  ]);
});

Deno.test("fitCurve() rises from 0 to 100, has an inverse, and puts the gate at its score", () => {
  const raw = fc.double({ min: 0.3, max: 0.95, noNaN: true });
  fc.assert(fc.property(observations, raw, fc.integer({ min: 20, max: 80 }), (given, gate, at) => {
    const curve = fitCurve(given, { gateRaw: gate, gateScore: at });
    assert.deepEqual([curve[0], curve.at(-1)], [[0, 0], [1, 100]]);
    for (const [index, [x, y]] of curve.entries()) {
      const before = curve[index - 1];
      assert(before === undefined || (before[0] < x && before[1] < y), JSON.stringify(curve));
      assert(Math.abs(rawOf(curve, scoreOf(curve, x)) - x) < 1e-9);
    }
  }));
});

Deno.test("fitCurve() returns 100 x the share of matches where the gate's share is its score", () => {
  // Half of what scores 0.5 is a match, 7 of 10 at 0.7, 9 of 10 at 0.9: no odds are to be moved.
  const share = (at: number, matches: number, all: number) => [
    one(at, 1, matches),
    one(at, 0, all - matches),
  ];
  const given = [...share(0.5, 5, 10), ...share(0.7, 7, 10), ...share(0.9, 9, 10)];
  const curve = fitCurve(given, { gateRaw: 0.7, gateScore: 70 });
  for (const [raw, score] of [[0.5, 50], [0.6, 60], [0.7, 70], [0.8, 80], [0.9, 90]] as const) {
    assert(Math.abs(scoreOf(curve, raw) - score) < 0.01, `${raw}: ${scoreOf(curve, raw)}`);
  }
});
