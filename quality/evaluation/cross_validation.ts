import { confusionAt, type Quality, qualityOf, type Scored, sumOf } from "./confusion.ts";
import { mersenneTwister, shuffled } from "./mersenne_twister.ts";
import { bestThreshold, rankingOf } from "./ranking.ts";

/** Quality at thresholds that never saw the pairs they judge. */
export interface CrossValidated extends Quality {
  /** Median of the thresholds of the folds. */
  readonly threshold: number;
}

/**
 * Assigns items to folds: shuffled by a seeded generator, then in turn, so that folds differ by at
 * most one item. They are the folds of the scorer with which peers were measured
 * (`random.seed(seed); random.shuffle(order)` in Python).
 *
 * @returns the fold of each item, from 0
 */
export function dealFolds(
  count: number,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly number[] {
  const order = shuffled([...Array(count).keys()], mersenneTwister([seed]));
  const foldOf = new Array<number>(count).fill(0);
  for (const [place, item] of order.entries()) foldOf[item] = place % folds;
  return foldOf;
}

/** Judges each fold by the threshold with the best F1 on all others, and adds the counts up. */
export function crossValidate(folds: readonly (readonly Scored[])[]): CrossValidated {
  const judged = folds.map((fold, index) => {
    const others = folds.toSpliced(index, 1).flat();
    const threshold = bestThreshold(rankingOf(others));
    return { threshold, confusion: confusionAt(fold, threshold) };
  });
  const thresholds = judged.map(({ threshold }) => threshold).toSorted((a, b) => a - b);
  return {
    ...qualityOf(sumOf(judged.map(({ confusion }) => confusion))),
    threshold: thresholds[Math.floor(thresholds.length / 2)] ?? Infinity,
  };
}
