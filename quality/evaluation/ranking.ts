import type { Scored } from "./confusion.ts";

/**
 * One step of a ranking: the numbers of pairs with at least this score, and at exactly this score.
 */
export interface RankingStep {
  readonly score: number;
  /** Pairs of this score and better. */
  readonly called: number;
  /** Matches among them. */
  readonly found: number;
  /** Matches of this very score. */
  readonly matches: number;
}

/**
 * Walks a ranking from the best score down. Equal scores are one step, because their order has no
 * meaning.
 */
export function rankingOf(scored: readonly Scored[]): readonly RankingStep[] {
  const steps: RankingStep[] = [];
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  let found = 0;
  for (const [index, { score, match }] of ranked.entries()) {
    found += Number(match);
    if (ranked[index + 1]?.score === score) continue;
    const before = steps.at(-1)?.found ?? 0;
    steps.push({ score, called: index + 1, found, matches: found - before });
  }
  return steps;
}

/**
 * Mean of the precision at every match, 0 to 1: the area under precision over recall, without any
 * threshold. 0 when there is no match at all.
 */
export function averagePrecision(steps: readonly RankingStep[]): number {
  const all = matchesOf(steps);
  if (all === 0) return 0;
  return steps.reduce((sum, { matches, found, called }) => sum + matches * found / called, 0) / all;
}

/**
 * The most matches, as a share from 0 to 1, that some threshold finds with a precision of at least
 * `least`.
 */
export function recallAtPrecision(steps: readonly RankingStep[], least: number): number {
  const last = steps.findLast(({ found, called }) => found / called >= least);
  return last === undefined || last.found === 0 ? 0 : last.found / matchesOf(steps);
}

/**
 * The score at which F1 is best; the highest of several. Infinity when there is no match to find:
 * nothing should be called one.
 */
export function bestThreshold(steps: readonly RankingStep[]): number {
  return best(steps).score;
}

/** F1 at that score, 0 to 1. */
export function bestF1(steps: readonly RankingStep[]): number {
  return best(steps).f1;
}

function best(steps: readonly RankingStep[]): { readonly f1: number; readonly score: number } {
  const all = matchesOf(steps);
  let found = { f1: 0, score: Infinity };
  for (const { called, found: matches, score } of steps) {
    const f1 = 2 * matches / (called + all);
    if (f1 > found.f1) found = { f1, score };
  }
  return found;
}

function matchesOf(steps: readonly RankingStep[]): number {
  return steps.at(-1)?.found ?? 0;
}
