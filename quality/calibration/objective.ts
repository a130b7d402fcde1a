import type { Scored } from "../evaluation/confusion.ts";
import { averagePrecision, bestF1, rankingOf } from "../evaluation/ranking.ts";

/** The scores of labelled names under a weight set. */
export interface Scores {
  /** Scores of pairs by slice. */
  readonly slices: readonly (readonly Scored[])[];
  readonly screenings: ScreeningScores;
}

/** Scores of screenings by name alone, 0 where no candidate was found. */
export interface ScreeningScores {
  readonly listed: readonly ListedScore[];
  /** Scores of the first candidate for each unlisted name. */
  readonly strangers: readonly number[];
}

/** The result for a listed party. */
export interface ListedScore {
  /** Its own score. */
  readonly score: number;
  /** Whether another entity scored higher. */
  readonly behind: boolean;
}

/** Share of strangers that may be flagged when the objective counts lost parties. */
export const strangersMost = 0.003;

/** Mean over the slices of average precision and best F1, so that no slice outweighs another. */
export function pairsWorth(slices: Scores["slices"]): number {
  const judged = slices.filter((slice) => slice.some(({ match }) => match));
  const sum = judged.reduce((all, slice) => {
    const steps = rankingOf(slice);
    return all + (averagePrecision(steps) + bestF1(steps)) / 2;
  }, 0);
  return judged.length === 0 ? 0 : sum / judged.length;
}

/**
 * The cost of screenings: the share of listed parties that are lost where the gate lets no more than
 * `strangersMost` of the strangers pass, and the share of those behind another entity.
 */
export function screeningCost({ listed, strangers }: ScreeningScores): number {
  if (listed.length === 0) return 0;
  const gate = scoreOfStrangers(strangers, strangersMost);
  const lost = listed.filter(({ score }) => score <= gate).length;
  const behind = listed.filter((one) => one.behind).length;
  return (lost + behind) / listed.length;
}

/** The score that at most this share of the unlisted names exceeds. */
export function scoreOfStrangers(strangers: readonly number[], most: number): number {
  const ranked = strangers.toSorted((a, b) => b - a);
  return ranked[Math.floor(strangers.length * most)] ?? 0;
}
