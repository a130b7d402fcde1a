import assert from "node:assert/strict";
import { confirmedGate, possibleGate } from "../../../quality/calibration/fit_gates.ts";
import { dealGroups } from "../../../quality/calibration/group_folds.ts";
import { pairsWorth, screeningCost } from "../../../quality/calibration/objective.ts";

/** Listed parties with scores 100, 99, 98, ... */
const listed = Array.from({ length: 100 }, (_, lower) => ({ score: 100 - lower, behind: false }));
/** A thousand unlisted names: some with the given scores, the others without a candidate. */
const strangers = (...scores: readonly number[]) => [
  ...scores,
  ...Array.from({ length: 1000 - scores.length }, () => 0),
];

Deno.test("possibleGate() lies between the strangers and the listed", () => {
  // 99 of 100 reach a score of 2; three strangers of a thousand may pass, the fourth may not.
  const gate = possibleGate({ listed, strangers: strangers(90, 80, 70, 1) }, 0.99);
  assert.deepEqual(gate, { score: 1.5, found: 0.99, flagged: 0.003 });
});

Deno.test("possibleGate() puts the listed first where it cannot have both", () => {
  const gate = possibleGate({ listed, strangers: strangers(90, 80, 70, 60) }, 0.99);
  assert.deepEqual(gate, { score: 2, found: 0.99, flagged: 0.004 });
});

Deno.test("confirmedGate() is the lowest score that is sure enough", () => {
  const scored = [
    { score: 90, match: true },
    { score: 80, match: true },
    { score: 70, match: false },
    { score: 60, match: true },
  ];
  assert.deepEqual([confirmedGate(scored, 0.99), confirmedGate(scored, 0.75)], [80, 60]);
  assert.equal(confirmedGate([{ score: 90, match: false }], 0.99), 100);
});

Deno.test("dealGroups() keeps groups together and folds alike in size", () => {
  const groups = ["a", "a", "a", "b", "b", "c", "d"];
  const folds = dealGroups(groups, 2);
  // a: 3 to the first; b: 2 to the second; c to the second, the lighter; d to the first of equals.
  assert.deepEqual(folds, [0, 0, 0, 1, 1, 1, 0]);
});

Deno.test("pairsWorth() is the mean over slices, however large they are", () => {
  const right = { score: 90, match: true };
  const wrong = { score: 10, match: false };
  const reversed = [{ score: 10, match: true }, { score: 90, match: false }];
  // Perfect: 1. Reversed: average precision 1/2, best F1 2/3 by calling both.
  const perfect = Array.from({ length: 9 }, () => [right, wrong]).flat();
  assert.equal(pairsWorth([perfect, reversed]), (1 + (1 / 2 + 2 / 3) / 2) / 2);
  assert.equal(pairsWorth([perfect, []]), 1);
});

Deno.test("screeningCost() counts the lost under the strangers' gate and those behind", () => {
  const scores = [
    { score: 90, behind: false },
    { score: 80, behind: true },
    { score: 50, behind: false },
    { score: 0, behind: false },
  ];
  // The fourth stranger may not pass: the gate is at 60, two of four are lost, one is behind.
  assert.equal(screeningCost({ listed: scores, strangers: strangers(99, 98, 97, 60) }), 3 / 4);
});
