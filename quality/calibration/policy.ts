import { z } from "zod";

/** The parameters of deriving weights, curve and gates; others give other results. */
export const CalibrationPolicy = z.object({
  /** Number of folds; each is measured with weights fitted on all others. */
  folds: z.int().min(2).default(5),
  /** Seed of the order in which parameters are tried. */
  seed: z.int().nonnegative().default(7),
  /** Multiples of each parameter's step, one a pass: first far, then near. */
  strides: z.array(z.number().positive()).min(1).readonly().default([2, 1]),
  /** Minimum gain of a move in the objective, which is at most 1. */
  gainLeast: z.number().positive().default(0.0005),
  /** Minimum pairs that a number must affect to be fitted; with fewer it would overfit. */
  touchedLeast: z.int().min(1).default(20),
  /**
   * Maximum decrease of a slice's F1 and average precision out of fold. Smaller changes are chance:
   * the slices have some hundred pairs.
   */
  fallMost: z.number().nonnegative().default(0.005),
  /** `fallMost` for recall at precision .95, which one pair may move by a point. */
  recallFallMost: z.number().nonnegative().default(0.02),
  /** Minimum share of misspelt listed names that the gate must send to review. */
  recallLeast: z.number().min(0).max(1).default(0.99),
  /** Share of true matches from which an agreeing day of birth may confirm. */
  precisionLeast: z.number().min(0).max(1).default(0.99),
}).readonly();
export type CalibrationPolicy = z.infer<typeof CalibrationPolicy>;

/** The numbers in force. */
export const calibrationPolicy: CalibrationPolicy = CalibrationPolicy.parse({});

/** The slices whose mean the fit improves: those in the table of goals. */
export const fittedSlices = [
  "persons",
  "eu_persons_latin",
  "eu_persons_xscript",
  "nk_bench",
  "orgs",
] as const;
