import { confusionAt, type Quality, qualityOf, type Scored } from "./confusion.ts";
import { crossValidate, type CrossValidated, dealFolds } from "./cross_validation.ts";
import type { EvaluationPolicy } from "./policy.ts";
import { averagePrecision, rankingOf, recallAtPrecision } from "./ranking.ts";
import type { LabelledPair } from "./schema.ts";

/** The quality in one part of the labelled pairs. */
export interface SliceQuality {
  readonly slice: string;
  /** Pairs of the slice. */
  readonly pairs: number;
  readonly crossValidated: CrossValidated;
  /** Quality with the gate in use as the threshold. */
  readonly atGate: Quality;
  /** 0 to 1. */
  readonly averagePrecision: number;
  /** 0 to 1, at the precision of the policy. */
  readonly recallAtPrecision: number;
}

const isPerson = ({ schema }: LabelledPair) => schema === "INDIVIDUAL";
const isBench = ({ source }: LabelledPair) => source === "nk_name_bench";
const isEu = ({ source }: LabelledPair) => source === "eu_oj_alias";

/** The parts that are reported apart, as in the table of the peers. */
export const slices: Readonly<Record<string, (pair: LabelledPair) => boolean>> = {
  ALL: () => true,
  persons: isPerson,
  eu_persons_latin: (pair) => isEu(pair) && isPerson(pair) && pair.kind === "latin",
  eu_persons_xscript: (pair) => isEu(pair) && isPerson(pair) && pair.kind === "xscript",
  nk_bench: isBench,
  nk_persons: (pair) => isBench(pair) && isPerson(pair),
  orgs: (pair) => !isPerson(pair),
};

/**
 * Judges scores of labelled pairs, slice by slice. A pair stays in the same fold in every slice.
 *
 * @param scores one for each pair, in the order of the pairs
 * @param gate the score from which a person must review
 */
export function evaluatePairs(
  { pairs, scores, gate, policy }: {
    readonly pairs: readonly LabelledPair[];
    readonly scores: readonly number[];
    readonly gate: number;
    readonly policy: EvaluationPolicy;
  },
): readonly SliceQuality[] {
  const foldOf = dealFolds(pairs.length, policy);
  return Object.entries(slices).map(([slice, belongs]) => {
    const folds = Array.from({ length: policy.folds }, (): Scored[] => []);
    for (const [index, pair] of pairs.entries()) {
      const score = scores[index];
      if (score === undefined) throw new Error("Every pair needs a score");
      if (belongs(pair)) folds[foldOf[index] ?? 0]?.push({ score, match: pair.match });
    }
    const scored = folds.flat();
    const steps = rankingOf(scored);
    return {
      slice,
      pairs: scored.length,
      crossValidated: crossValidate(folds),
      atGate: qualityOf(confusionAt(scored, gate)),
      averagePrecision: averagePrecision(steps),
      recallAtPrecision: recallAtPrecision(steps, policy.precisionLeast),
    };
  });
}
