import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import type { ScreeningRules } from "../../core/screening/gates.ts";
import { screenName } from "../../core/screening/screen_name.ts";
import { comparePairs } from "./compare_pairs.ts";
import { evaluatePairs } from "./evaluate_pairs.ts";
import { type CaseOutcome, evaluateQueries } from "./evaluate_queries.ts";
import { evaluationPolicy } from "./policy.ts";
import { scoredShapes } from "./reliability.ts";
import type { Evaluation } from "./report.ts";
import type { LabelledPair, QueryCase } from "./schema.ts";
import { tallyListed, tallyStrangers } from "./tally.ts";

/** The measured matcher, and the labels. */
export interface Measure {
  readonly matcher: Matcher;
  readonly rules: ScreeningRules;
  readonly snapshot: SnapshotHandle;
  readonly pairs: readonly LabelledPair[];
  readonly cases: readonly QueryCase[];
}

/** An evaluation and the answers on which it is based. */
export interface Measured {
  readonly evaluation: Evaluation;
  /** One for each pair. */
  readonly scores: readonly number[];
  readonly outcomes: readonly CaseOutcome[];
}

/** Scores every pair, asks every case, and judges both. */
export function measure({ matcher, rules, snapshot, pairs, cases }: Measure): Measured {
  const scores = comparePairs(matcher, pairs);
  const { possibleAt, gateSet } = rules.gates;
  const outcomes = evaluateQueries(
    cases,
    snapshot.lists.map(({ source }) => source),
    (asked) => screenName({ matcher, rules, snapshot }, asked),
  );
  const evaluation: Evaluation = {
    engineVersion: matcher.engineVersion,
    weightSet: rules.weightSet,
    gateSet,
    possibleAt,
    folds: evaluationPolicy.folds,
    precisionLeast: evaluationPolicy.precisionLeast,
    snapshotId: snapshot.id,
    lists: snapshot.lists,
    slices: evaluatePairs({ pairs, scores, gate: possibleAt, policy: evaluationPolicy }),
    listed: tallyListed(outcomes),
    strangers: tallyStrangers(outcomes),
    shapes: scoredShapes(pairs, scores, outcomes),
  };
  return { evaluation, scores, outcomes };
}
