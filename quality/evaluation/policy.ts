import { z } from "zod";

/**
 * The parameters of measuring quality. Results with other parameters cannot be compared with
 * earlier ones.
 */
export const EvaluationPolicy = z.object({
  /**
   * Number of folds of the cross-validation. Each fold is judged by a threshold that was chosen on
   * the others.
   */
  folds: z.int().min(2).default(5),
  /** Seed of the order in which pairs are dealt to the folds. */
  seed: z.int().nonnegative().default(7),
  /** Precision, 0 to 1, that `recallAtPrecision()` requires: one false alarm in twenty. */
  precisionLeast: z.number().min(0).max(1).default(0.95),
}).readonly();
export type EvaluationPolicy = z.infer<typeof EvaluationPolicy>;

/** The numbers in force without overrides. */
export const evaluationPolicy: EvaluationPolicy = EvaluationPolicy.parse({});
