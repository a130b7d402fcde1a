import { evaluatePairs } from "../evaluation/evaluate_pairs.ts";
import { evaluationPolicy } from "../evaluation/policy.ts";
import type { LabelledPair } from "../evaluation/schema.ts";
import { pairsWorth, screeningCost, type ScreeningScores } from "./objective.ts";
import { fittedSlices } from "./policy.ts";
import { intoSlices } from "./score_labels.ts";

/** Scores of all labels in a fit, under one weight set or one per fold. */
export interface LabelScores {
  /** Scores, one for each pair, in order. */
  readonly pairs: readonly number[];
  readonly screenings: ScreeningScores;
}

/** Quality of scores: the objective and its parts, each 0 to 1. */
export interface FitQuality {
  readonly objective: number;
  readonly screeningCost: number;
  readonly slices: Readonly<Record<string, SliceFigures>>;
}

/** Figures of one slice for the table of goals. */
export interface SliceFigures {
  readonly f1: number;
  readonly averagePrecision: number;
  readonly recallAtPrecision: number;
}

/** Judges scores by the objective and as in the quality table. */
export function judgeFit(
  labelled: readonly LabelledPair[],
  { pairs, screenings }: LabelScores,
): FitQuality {
  const judged = evaluatePairs({
    pairs: labelled,
    scores: pairs,
    gate: 0,
    policy: evaluationPolicy,
  });
  const cost = screeningCost(screenings);
  return {
    objective: pairsWorth(intoSlices(labelled, pairs)) - cost,
    screeningCost: cost,
    slices: Object.fromEntries(fittedSlices.map((name) => {
      const slice = judged.find((one) => one.slice === name);
      return [name, {
        f1: slice?.crossValidated.f1 ?? 0,
        averagePrecision: slice?.averagePrecision ?? 0,
        recallAtPrecision: slice?.recallAtPrecision ?? 0,
      }];
    })),
  };
}
