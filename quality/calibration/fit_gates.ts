import type { Scored } from "../evaluation/confusion.ts";
import { rankingOf } from "../evaluation/ranking.ts";
import { scoreOfStrangers, type ScreeningScores, strangersMost } from "./objective.ts";

/** A gate and its effect. */
export interface FittedGate {
  /** 0 to 100. */
  readonly score: number;
  /** Share of the listed parties that reach it. */
  readonly found: number;
  /** Share of the strangers that reach it. */
  readonly flagged: number;
}

/**
 * The gate for review: midway between the lowest gate that lets few enough unlisted names pass and
 * the highest that lets enough listed ones pass. If these contradict, the listed ones come first: a
 * missed match is never seen, a false alarm is.
 */
export function possibleGate(
  { listed, strangers }: ScreeningScores,
  recallLeast: number,
): FittedGate {
  const ranked = listed.map(({ score }) => score).toSorted((a, b) => b - a);
  const highest = ranked[Math.ceil(ranked.length * recallLeast) - 1] ?? 0;
  const lowest = scoreOfStrangers(strangers, strangersMost);
  const score = lowest < highest ? (lowest + highest) / 2 : highest;
  const share = (scores: readonly number[]) =>
    scores.length === 0 ? 0 : scores.filter((one) => one >= score).length / scores.length;
  return { score, found: share(ranked), flagged: share(strangers) };
}

/** The lowest score from which at least this share is true; 100 if there is none. */
export function confirmedGate(scored: readonly Scored[], precisionLeast: number): number {
  const sure = rankingOf(scored).findLast(({ found, called }) => found / called >= precisionLeast);
  return sure?.score ?? 100;
}
