import { confusionAt, type Quality, qualityOf, type Scored, sumOf } from "./confusion.ts";
import { bestThreshold, rankingOf } from "./ranking.ts";

/** Quality at thresholds that never saw the pairs they judge. */
export interface CrossValidated extends Quality {
  /** Median of the thresholds of the folds. */
  readonly threshold: number;
}

/**
 * Deals items to folds: shuffled by a seeded generator, then one after the other, so that folds
 * differ by one item at most. The same count, folds and seed always deal the same.
 *
 * @returns the fold of each item, from 0
 */
export function dealFolds(
  count: number,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly number[] {
  const next = seededNumbers(seed);
  const order = Array.from({ length: count }, (_, index) => index);
  // Fisher and Yates, from the end.
  for (let last = count - 1; last > 0; last--) {
    const pick = Math.floor(next() * (last + 1));
    [order[last], order[pick]] = [order[pick]!, order[last]!];
  }
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

/** Mulberry32: numbers from 0 to below 1, the same for the same seed. No secret rests on it. */
function seededNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
