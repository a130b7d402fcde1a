import { comparePairs } from "../evaluation/compare_pairs.ts";
import type { LabelledPair, QueryCase } from "../evaluation/schema.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import type { Gates } from "../../core/screening/gates.ts";
import type { Weights } from "../../core/matching/weights.ts";
import { type FitQuality, judgeFit, type LabelScores } from "./compare_fits.ts";
import { fitCurve, rawOf, scoreOf } from "./curve.ts";
import type { Found } from "./descend.ts";
import { confirmedGate, type FittedGate, possibleGate } from "./fit_gates.ts";
import type { Training } from "./fit_weights.ts";
import { dealGroups } from "./group_folds.ts";
import { observationsOf, shapesOf } from "./observations.ts";
import { withNumbers } from "./parameters.ts";
import type { CalibrationPolicy } from "./policy.ts";
import { rescale } from "./rescale.ts";
import { casesOfFit, scoreScreenings } from "./score_labels.ts";
import { touchedAmong, touchedBy } from "./touched.ts";

/** The input of a calibration. */
export interface Calibration {
  readonly weights: Weights;
  readonly gates: Gates;
  readonly pairs: readonly LabelledPair[];
  readonly cases: readonly QueryCase[];
  /** A snapshot of the lists that the cases are about. */
  readonly lists: Uint8Array;
  readonly policy: CalibrationPolicy;
}

/** The proposal of a calibration and how good it is. */
export interface Calibrated {
  readonly weights: Weights;
  readonly gates: Gates;
  /** Quality with the weights and gates before. */
  readonly before: FitQuality;
  /** Quality of the fitted weights on the labels that they were fitted to. */
  readonly inSample: FitQuality;
  /**
   * Quality for each group under weights fitted without it, which predicts the quality for other
   * names.
   */
  readonly outOfFold: FitQuality;
  /**
   * Numbers of misspelt and of unlisted names that pass the gate by name only, before and proposed.
   */
  readonly possible: { readonly before: FittedGate; readonly after: FittedGate };
  /**
   * The score on the new curve from which on enough results of every shape are true, measured out
   * of fold.
   */
  readonly sureFrom: number;
}

/** The fold of each label. */
interface Folds {
  /** The cases that judge a fit. */
  readonly asked: readonly QueryCase[];
  /** Folds by index of the pairs. */
  readonly pairFolds: readonly number[];
  /** Folds by index of `asked`. */
  readonly caseFolds: readonly number[];
}

/** Runs several trainings, in the order given. */
export type FitAll = (trainings: readonly Training[]) => Promise<readonly Found[]>;

/**
 * Derives weights, curve and gates from labels. The weights are fitted to all labels, and also to
 * all but one fold of the groups at a time. The latter measure the fit, and their scores, which are
 * independent of the scored label, give the curve.
 */
export async function calibrate(
  calibration: Calibration,
  openMatcher: (weights: Weights) => Matcher,
  fitAll: FitAll,
): Promise<Calibrated> {
  const { weights, gates, pairs, cases, lists, policy } = calibration;
  const asked = casesOfFit(cases);
  const folds: Folds = {
    asked,
    pairFolds: dealGroups(pairs.map(({ group }) => group), policy.folds),
    caseFolds: dealGroups(asked.map(({ id, un_ref }) => un_ref ?? id), policy.folds),
  };
  const [whole, ...parts] = await fitAll(trainingsOf(calibration, folds, openMatcher));
  if (whole === undefined) throw new Error("The fit of all labels is missing");

  const scoreAll = (by: Weights): LabelScores => {
    const matcher = openMatcher(by);
    const snapshot = matcher.load(lists);
    const screenings = scoreScreenings(matcher, snapshot, asked);
    matcher.unload(snapshot);
    return { pairs: comparePairs(matcher, pairs), screenings };
  };
  const fitted = withNumbers(weights, whole.point);
  const inSample = scoreAll(fitted);
  const byFold = parts.map(({ point }) => scoreAll(withNumbers(weights, point)));
  const outOfFold = eachByItsFold(byFold, folds);

  const found = possibleGate(inSample.screenings, policy.recallLeast);
  const gate = { before: found.score, after: gates.possibleAt };
  const observations = observationsOf(pairs, outOfFold, weights.curve);
  const curve = fitCurve(observations, {
    gateRaw: rawOf(weights.curve, gate.before),
    gateScore: gate.after,
  });
  const proposed = rescale(fitted, curve, gate);
  const sureFrom = scoreOf(curve, sureRaw(calibration, outOfFold));
  const scoresBefore = scoreAll(weights);
  const atGate = ({ screenings: { listed, strangers } }: LabelScores): FittedGate => ({
    score: gates.possibleAt,
    found: shareFrom(listed.map(({ score }) => score), gates.possibleAt),
    flagged: shareFrom(strangers, gates.possibleAt),
  });
  return {
    weights: proposed,
    gates: { ...gates, confirmedAt: Math.max(gates.possibleAt, Math.ceil(sureFrom)) },
    before: judgeFit(pairs, scoresBefore),
    inSample: judgeFit(pairs, inSample),
    outOfFold: judgeFit(pairs, outOfFold),
    possible: { before: atGate(scoresBefore), after: atGate(scoreAll(proposed)) },
    sureFrom,
  };
}

/** The trainings of a calibration: on everything first, then on all but each fold. */
function trainingsOf(
  { weights, pairs, lists, policy }: Calibration,
  { asked, pairFolds, caseFolds }: Folds,
  openMatcher: (weights: Weights) => Matcher,
): readonly Training[] {
  const touched = touchedBy(weights, pairs, openMatcher);
  return [null, ...Array(policy.folds).keys()].map((fold) => {
    const chosen = [...pairs.keys()].filter((index) => pairFolds[index] !== fold);
    return {
      start: weights,
      pairs: chosen.flatMap((index) => pairs[index] ?? []),
      touched: touchedAmong(touched, chosen),
      cases: asked.filter((_, index) => caseFolds[index] !== fold),
      lists,
      policy,
    };
  });
}

/** The score before the new curve from which on enough results of every shape are true. */
function sureRaw({ weights, pairs, policy }: Calibration, outOfFold: LabelScores): number {
  // Only a day of birth confirms, and bodies have none.
  const { persons, acrossScripts, screenings } = shapesOf(pairs, outOfFold);
  const gates = [persons, acrossScripts, screenings].map((shape) =>
    confirmedGate(shape, policy.precisionLeast)
  );
  return rawOf(weights.curve, Math.max(...gates));
}

/** Takes each score from the weights that were fitted without its group. */
function eachByItsFold(
  byFold: readonly LabelScores[],
  { asked, pairFolds, caseFolds }: Folds,
): LabelScores {
  const foldsOf = (label: QueryCase["label"]) =>
    caseFolds.filter((_, index) => asked[index]?.label === label);
  const pick = <Value>(folds: readonly number[], of: (scores: LabelScores) => readonly Value[]) =>
    folds.map((fold, index) => {
      const scores = byFold[fold];
      const value = scores === undefined ? undefined : of(scores)[index];
      if (value === undefined) throw new Error("Every fold needs a fit");
      return value;
    });
  return {
    pairs: pick(pairFolds, ({ pairs }) => pairs),
    screenings: {
      listed: pick(foldsOf("match"), ({ screenings }) => screenings.listed),
      strangers: pick(foldsOf("clear"), ({ screenings }) => screenings.strangers),
    },
  };
}

function shareFrom(scores: readonly number[], least: number): number {
  return scores.length === 0 ? 0 : scores.filter((score) => score >= least).length / scores.length;
}
