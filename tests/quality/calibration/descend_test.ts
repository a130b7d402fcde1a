import assert from "node:assert/strict";
import { descend, type Point } from "../../../quality/calibration/descend.ts";

const range = { least: 0, most: 1, step: 0.1 };
const search = {
  start: { a: 0.5, b: 0.5, whole: 4 },
  parameters: [["a", range], ["b", range], ["whole", { least: 2, most: 6, step: 1 }]] as const,
  seed: 7,
  strides: [2, 1],
  gainLeast: 0.001,
};

/** A function with its maximum at 0.8, 0.1 and 5. */
const hill = ({ a = 0, b = 0, whole = 0 }: Point) =>
  -((a - 0.8) ** 2) - (b - 0.1) ** 2 - (whole - 5) ** 2;

/** Judges every point completely. */
const by = (worth: (point: Point) => number) => ({ judge: (at: Point) => ({ worth: worth(at) }) });

Deno.test("descend() reaches the top of a hill by whole steps", () => {
  const { point, worth } = descend({ ...search, ...by(hill) });
  assert.deepEqual(point, { a: 0.8, b: 0.1, whole: 5 });
  assert(Math.abs(worth) < 1e-9);
});

Deno.test("descend() stays in its ranges", () => {
  const { point } = descend({ ...search, ...by(({ a = 0, b = 0, whole = 0 }) => a - b + whole) });
  assert.deepEqual(point, { a: 1, b: 0, whole: 6 });
});

Deno.test("descend() does not move for a gain that is too small", () => {
  const { point } = descend({ ...search, ...by((point) => hill(point) / 100_000) });
  assert.deepEqual(point, search.start);
});

Deno.test("descend() passes on what must be beaten, and takes no point that is not judged", () => {
  let best = -Infinity;
  const { worth } = descend({
    ...search,
    judge: (point, least) => {
      assert(least >= best || least === -Infinity);
      const is = hill(point);
      if (is < least) return null;
      best = is;
      return { worth: is };
    },
  });
  assert.equal(worth, best);
});

Deno.test("descend() passes on which number alone moved from which point, and ends a pass wholly", () => {
  const ends: Point[] = [];
  const { point } = descend<{ worth: number; at: Point }>({
    ...search,
    judge: (at, _, moved) => {
      if (moved === undefined) ends.push(at);
      else assert.deepEqual({ ...moved.from.at, [moved.name]: at[moved.name] }, at);
      return { worth: hill(at), at };
    },
  });
  assert.equal(ends.length, 1 + search.strides.length);
  assert.deepEqual(ends.at(-1), point);
});

Deno.test("descend() finds the same point for the same seed", () => {
  const tried: Point[][] = [[], []];
  for (const points of tried) {
    descend({
      ...search,
      ...by((point) => {
        points.push(point);
        return hill(point);
      }),
    });
  }
  assert.deepEqual(tried[0], tried[1]);
});
