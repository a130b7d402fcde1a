import { mersenneTwister, shuffled } from "../evaluation/mersenne_twister.ts";
import type { Range } from "./parameters.ts";

/** A point: a number for each parameter. */
export type Point = Readonly<Record<string, number>>;

/** What is sought, and how long. */
export interface Search {
  readonly start: Point;
  readonly parameters: readonly (readonly [string, Range])[];
  /**
   * How good a point is; more is better. A point that cannot beat `best` may be answered by any
   * number that does not.
   */
  readonly worth: (point: Point, best: number) => number;
  /** Orders the parameters of each pass. */
  readonly seed: number;
  /** Multiples of each parameter's step, one for each pass over all of them. */
  readonly strides: readonly number[];
  /** What a move must gain: a smaller gain is chance. */
  readonly gainLeast: number;
}

/** Where a search ended. */
export interface Found {
  readonly point: Point;
  readonly worth: number;
  /** Points that were tried. */
  readonly tried: number;
}

/**
 * Coordinate descent with a line search: one parameter after the other, in a shuffled order that
 * depends on the seed alone, is moved up or down as long as that gains enough. The same search finds
 * the same point.
 */
export function descend(
  { start, parameters, worth, seed, strides, gainLeast }: Search,
): Found {
  const next = mersenneTwister([seed]);
  let point: Point = start;
  let best = worth(start, -Infinity);
  let tried = 1;
  for (const stride of strides) {
    for (const [name, range] of shuffled(parameters, next)) {
      for (const direction of [1, -1]) {
        const from = point;
        for (;;) {
          const value = moved(point[name] ?? 0, direction * stride, range);
          if (value === point[name]) break;
          const candidate = { ...point, [name]: value };
          const gained = worth(candidate, best + gainLeast);
          tried++;
          if (gained < best + gainLeast) break;
          [point, best] = [candidate, gained];
        }
        // What went up has no need to be tried downwards.
        if (point !== from) break;
      }
    }
  }
  return { point, worth: best, tried };
}

/** A value some steps on, kept in its range; whole steps of whole numbers stay whole. */
function moved(value: number, strides: number, { least, most, step }: Range): number {
  const whole = Number.isInteger(step);
  const by = whole
    ? Math.sign(strides) * Math.max(1, Math.abs(strides) * step | 0)
    : strides * step;
  const on = Math.round((value + by) * 10_000) / 10_000;
  return Math.min(most, Math.max(least, on));
}
