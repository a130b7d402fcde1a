import { comparePairs } from "../evaluation/compare_pairs.ts";
import type { NamedPair } from "../evaluation/schema.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import type { Weights } from "../../core/matching/weights.ts";
import { fittedParameters, withNumbers } from "./parameters.ts";

/** Indices of pairs by the dotted path of a number that affects their scores. */
export type Touched = Readonly<Record<string, readonly number[]>>;

/**
 * The pairs that each fitted number affects: those that either end of its range scores differently.
 * On average a number affects one pair in nine, so that a search that moves one number at a time
 * need not compare the rest.
 */
export function touchedBy(
  start: Weights,
  pairs: readonly NamedPair[],
  openMatcher: (weights: Weights) => Pick<Matcher, "compare">,
): Touched {
  const scoresOf = (weights: Weights) => comparePairs(openMatcher(weights), pairs);
  const scores = scoresOf(start);
  return Object.fromEntries(
    fittedParameters().map(([path, { least, most }]) => {
      const ends = [least, most].map((end) => scoresOf(withNumbers(start, { [path]: end })));
      const differs = (index: number) => ends.some((end) => end[index] !== scores[index]);
      return [path, [...pairs.keys()].filter(differs)];
    }),
  );
}

/** {@link touchedBy} for some of the pairs, as indices into the chosen ones. */
export function touchedAmong(touched: Touched, chosen: readonly number[]): Touched {
  const placeOf = new Map(chosen.map((index, place) => [index, place]));
  return Object.fromEntries(
    Object.entries(touched).map(([path, indices]) => [
      path,
      indices.flatMap((index) => placeOf.get(index) ?? []),
    ]),
  );
}
