import { comparePairs } from "../evaluation/compare_pairs.ts";
import type { LabelledPair, QueryCase } from "../evaluation/schema.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import type { Weights } from "../../core/matching/weights.ts";
import { descend, type Found, type Judged, type Point } from "./descend.ts";
import {
  pairsWorth,
  scoreOfStrangers,
  screeningCost,
  type ScreeningScores,
  strangersMost,
} from "./objective.ts";
import { fittedParameters, numberAt, withNumbers } from "./parameters.ts";
import type { CalibrationPolicy } from "./policy.ts";
import { intoSlices, scoreScreenings } from "./score_labels.ts";
import type { Touched } from "./touched.ts";

/** The labels that weights are fitted to. */
export interface Training {
  readonly start: Weights;
  readonly pairs: readonly LabelledPair[];
  /** The fitted numbers that affect these pairs. */
  readonly touched: Touched;
  readonly cases: readonly QueryCase[];
  /** A snapshot of the lists that the cases are about. */
  readonly lists: Uint8Array;
  readonly policy: Pick<CalibrationPolicy, "seed" | "strides" | "gainLeast" | "touchedLeast">;
}

/** A point and its scores of all pairs. */
interface Scored extends Judged {
  readonly scores: readonly number[];
}

/**
 * Distance in points from the strangers' gate within which a change of one weight may move a name
 * across it.
 */
const reach = { listed: 8, strangers: 25 } as const;

/**
 * Searches the weights that distinguish labelled names best. A move of one number compares only the
 * pairs that it affects; numbers that affect too few pairs stay unchanged.
 */
export function fitWeights(
  { start, pairs, touched, cases, lists, policy }: Training,
  openMatcher: (weights: Weights) => Matcher,
): Found {
  const parameters = fittedParameters().filter(([path]) =>
    (touched[path] ?? []).length >= policy.touchedLeast
  );
  const watched = watchedCases({ start, cases, lists }, openMatcher);
  const judge = (
    point: Point,
    least: number,
    moved?: { readonly name: string; readonly from: Scored },
  ): Scored | null => {
    const matcher = openMatcher(withNumbers(start, point));
    const scores = moved === undefined
      ? comparePairs(matcher, pairs)
      : compareSome(matcher, pairs, moved.from.scores, touched[moved.name] ?? []);
    const most = pairsWorth(intoSlices(pairs, scores));
    // Screenings only cost.
    if (most < least) return null;
    const snapshot = matcher.load(lists);
    const screenings = scoreScreenings(matcher, snapshot, watched.cases);
    matcher.unload(snapshot);
    return { scores, worth: most - screeningCost(watched.amongAll(screenings)) };
  };
  return descend({
    ...policy,
    start: Object.fromEntries(parameters.map(([path]) => [path, numberAt(start, path)])),
    parameters,
    judge,
  });
}

/** Compares some of the pairs anew. */
function compareSome(
  matcher: Pick<Matcher, "compare">,
  pairs: readonly LabelledPair[],
  scores: readonly number[],
  places: readonly number[],
): readonly number[] {
  const compared = comparePairs(matcher, places.flatMap((place) => pairs[place] ?? []));
  const changed = [...scores];
  for (const [index, place] of places.entries()) changed[place] = compared[index] ?? 0;
  return changed;
}

/**
 * The cases near the gate for unlisted names at the start. The others are assumed to stay as they
 * are. The worth of a fit is measured on all cases afterwards.
 */
function watchedCases(
  { start, cases, lists }: Pick<Training, "start" | "cases" | "lists">,
  openMatcher: (weights: Weights) => Matcher,
) {
  const matcher = openMatcher(start);
  const snapshot = matcher.load(lists);
  const scoreOne = (asked: QueryCase) => scoreScreenings(matcher, snapshot, [asked]);
  const scored = cases.map((asked) => ({ asked, ...scoreOne(asked) }));
  matcher.unload(snapshot);
  const gate = scoreOfStrangers(scored.flatMap(({ strangers }) => strangers), strangersMost);
  const near = scored.filter(({ listed: [own], strangers: [stranger] }) =>
    own === undefined
      ? (stranger ?? 0) > gate - reach.strangers
      : own.behind || own.score < gate + reach.listed
  );
  const others = scored.filter((one) => !near.includes(one));
  const amongAll = ({ listed, strangers }: ScreeningScores): ScreeningScores => ({
    listed: [...listed, ...others.flatMap((one) => one.listed)],
    strangers: [...strangers, ...others.flatMap((one) => one.strangers)],
  });
  return { cases: near.map(({ asked }) => asked), amongAll };
}
