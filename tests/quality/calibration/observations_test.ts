import assert from "node:assert/strict";
import { observationsOf } from "../../../quality/calibration/observations.ts";
import { LabelledPair } from "../../../quality/evaluation/schema.ts";
import type { Weights } from "../../../core/matching/weights.ts";

const pair = (id: string, schema: string, kind: string, match: boolean) =>
  LabelledPair.parse({ id, schema, kind, match, source: "", left: "", right: "" });
const pairs = [
  pair("a", "Person", "latin", true),
  pair("b", "Person", "latin", false),
  pair("c", "Person", "xscript", true),
  pair("d", "Company", "latin", true),
  pair("e", "Company", "latin", false),
];
/** A curve on which half the agreement scores 40. */
const curve: Weights["curve"] = [[0, 0], [0.5, 40], [1, 100]];

Deno.test("observationsOf() weighs every shape alike and leaves out what shares nothing", () => {
  const screenings = {
    listed: [{ score: 100, behind: false }, { score: 70, behind: true }],
    strangers: [40, 0, 0],
  };
  const observed = observationsOf(pairs, { pairs: [100, 40, 70, 20, 0], screenings }, curve);
  assert.deepEqual(observed, [
    // Two persons in one script: half of the shape each.
    { at: 1, value: 1, weight: 1 / 2 },
    { at: 0.5, value: 0, weight: 1 / 2 },
    // One across scripts is all of its shape; 70 is half of the way from 40 to 100.
    { at: 0.75, value: 1, weight: 1 },
    // Of two bodies one has nothing in common with the other side.
    { at: 0.25, value: 1, weight: 1 },
    // Two listed, and the one stranger of three who is like anybody.
    { at: 1, value: 1, weight: 1 / 3 },
    { at: 0.75, value: 1, weight: 1 / 3 },
    { at: 0.5, value: 0, weight: 1 / 3 },
  ]);
});
