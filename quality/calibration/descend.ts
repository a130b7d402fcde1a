import { mersenneTwister, shuffled } from "../evaluation/mersenne_twister.ts";
import type { Range } from "./parameters.ts";

/** A point: a number for each parameter. */
export type Point = Readonly<Record<string, number>>;

/** A judged point, with data that make it cheap to judge an adjacent one. */
export interface Judged {
  /** The worth of the point; more is better. */
  readonly worth: number;
}

/** The objective of a descent, and how long it lasts. */
export interface Search<Judgement extends Judged> {
  readonly start: Point;
  readonly parameters: readonly (readonly [string, Range])[];
  /**
   * Judges a point: completely, or by its difference from another in one number. Null if it is
   * known to be worth less than `least`.
   */
  readonly judge: (
    point: Point,
    least: number,
    moved?: { readonly name: string; readonly from: Judgement },
  ) => Judgement | null;
  /** Orders the parameters of each pass. */
  readonly seed: number;
  /** Multiples of each parameter's step, one for each pass over all of them. */
  readonly strides: readonly number[];
  /** The least gain of a move: a smaller one is chance. */
  readonly gainLeast: number;
}

/** The result of a search. */
export interface Found {
  readonly point: Point;
  readonly worth: number;
  /** Points that were tried. */
  readonly tried: number;
}

/**
 * Coordinate descent with a line search: one parameter after the other, in a shuffled order that
 * depends on the seed alone, is moved up or down as long as that gains enough. The point that a pass
 * ends at is judged wholly. The same search finds the same point.
 */
export function descend<Judgement extends Judged>(
  { start, parameters, judge, seed, strides, gainLeast }: Search<Judgement>,
): Found {
  const next = mersenneTwister([seed]);
  const judgeWholly = (point: Point) => {
    const judged = judge(point, -Infinity);
    if (judged === null) throw new Error("A point that has nothing to beat was not judged");
    return judged;
  };
  let point: Point = start;
  let best = judgeWholly(start);
  let tried = 1;
  for (const stride of strides) {
    for (const [name, range] of shuffled(parameters, next)) {
      for (const direction of [1, -1]) {
        const from = point;
        for (;;) {
          const value = moved(point[name] ?? 0, direction * stride, range);
          if (value === point[name]) break;
          const candidate = { ...point, [name]: value };
          const least = best.worth + gainLeast;
          const judged = judge(candidate, least, { name, from: best });
          tried++;
          if (judged === null || judged.worth < least) break;
          [point, best] = [candidate, judged];
        }
        // What went up has no need to be tried downwards.
        if (point !== from) break;
      }
    }
    best = judgeWholly(point);
  }
  return { point, worth: best.worth, tried };
}

/** A value moved by some steps within its range; whole numbers stay whole. */
function moved(value: number, strides: number, { least, most, step }: Range): number {
  const whole = Number.isInteger(step);
  const by = whole
    ? Math.sign(strides) * Math.max(1, Math.abs(strides) * step | 0)
    : strides * step;
  const on = Math.round((value + by) * 10_000) / 10_000;
  return Math.min(most, Math.max(least, on));
}
