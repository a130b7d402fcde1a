import type { LabelledPair, QueryCase } from "../evaluation/schema.ts";
import type { Matcher } from "../ports/matcher.ts";
import type { Weights } from "../screening/weights.ts";
import { descend, type Found, type Point } from "./descend.ts";
import { pairsWorth, scoreOfStrangers, screeningCost, strangersMost } from "./objective.ts";
import type { ScreeningScores } from "./objective.ts";
import { fittedParameters, numberAt, withNumbers } from "./parameters.ts";
import type { CalibrationPolicy } from "./policy.ts";
import { scoreScreenings, scoreSlices } from "./score_labels.ts";

/** What weights are fitted to. */
export interface Training {
  readonly start: Weights;
  readonly pairs: readonly LabelledPair[];
  readonly cases: readonly QueryCase[];
  /** A snapshot of the lists that the cases are about. */
  readonly lists: Uint8Array;
  readonly policy: Pick<CalibrationPolicy, "seed" | "strides" | "gainLeast">;
}

/** Points around the strangers' gate in which a move of one weight may carry a name over it. */
const reach = { listed: 8, strangers: 25 } as const;

/** Seeks the weights under which labelled names are told apart best. */
export function fitWeights(
  { start, pairs, cases, lists, policy }: Training,
  openMatcher: (weights: Weights) => Matcher,
): Found {
  const parameters = fittedParameters();
  const watched = watchedCases({ start, cases, lists }, openMatcher);
  const worth = (point: Point, best: number): number => {
    const matcher = openMatcher(withNumbers(start, point));
    const most = pairsWorth(scoreSlices(matcher, pairs));
    // Screenings only cost.
    if (most <= best) return most;
    const snapshot = matcher.load(lists);
    const scores = scoreScreenings(matcher, snapshot, watched.cases);
    matcher.unload(snapshot);
    return most - screeningCost(watched.amongAll(scores));
  };
  return descend({
    ...policy,
    start: Object.fromEntries(parameters.map(([path]) => [path, numberAt(start, path)])),
    parameters,
    worth,
  });
}

/**
 * The cases that are near the strangers' gate at the start: the others, found by far or like nobody,
 * are taken to stay what they are. What a fit is worth is told of all cases, afterwards.
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
