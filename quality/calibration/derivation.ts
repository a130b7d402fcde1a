import { z } from "zod";
import { Gates, pinRules } from "../../core/screening/gates.ts";
import { Weights } from "../../core/matching/weights.ts";
import type { Calibrated } from "./calibrate.ts";
import { changedNumbers } from "./parameters.ts";
import type { CalibrationPolicy } from "./policy.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Quality = z.strictObject({
  objective: z.number(),
  screeningCost: z.number(),
  slices: z.record(
    z.string(),
    z.strictObject({
      f1: z.number(),
      averagePrecision: z.number(),
      recallAtPrecision: z.number(),
    }).readonly(),
  ).readonly(),
}).readonly();
const Gate = z.strictObject({ score: z.number(), found: z.number(), flagged: z.number() })
  .readonly();
const Rules = z.strictObject({ ensembleWeightsHash: Sha256, gatesHash: Sha256 }).readonly();

/**
 * The worth of a fit of weights and gates, and whether it is in force. It has a file of its own, so
 * that the hashes of weights and gates, which decisions pin, cover only what decides.
 */
export const Derivation = z.strictObject({
  method: z.string(),
  engineVersion: z.string(),
  /** SHA-256 of the labelled files and of the list snapshot that they were measured on. */
  labels: z.record(z.string(), Sha256).readonly(),
  listSnapshotId: Sha256,
  seed: z.int(),
  folds: z.int(),
  /** RFC 8785 hashes, as in decisions, of the numbers before and of the fitted ones. */
  startedFrom: Rules,
  fitted: Rules,
  /** The numbers that changed except the curve, before and fitted. */
  changed: z.record(z.string(), z.tuple([z.number(), z.number()]).readonly()).readonly(),
  /** Which of the two is in force, and the reasons if it is not the fitted one. */
  inForce: z.enum(["fitted", "startedFrom"]),
  keptFor: z.array(z.string()).readonly(),
  before: Quality,
  inSample: Quality,
  outOfFold: Quality,
  /** At the gate for review: shares of the misspelt names and of strangers. */
  possible: z.strictObject({ before: Gate, after: Gate }).readonly(),
}).readonly();
export type Derivation = z.infer<typeof Derivation>;

/** The input of a derivation, without its outcome. */
export interface DerivedFrom extends Pick<Derivation, "engineVersion" | "labels" | "keptFor"> {
  readonly listSnapshotId: string;
  readonly weights: Weights;
  readonly gates: Gates;
  readonly policy: CalibrationPolicy;
}

/** Makes the record of how weights and gates were derived. */
export async function derivationOf(
  { policy, weights, gates, keptFor, ...from }: DerivedFrom,
  fit: Calibrated,
): Promise<Derivation> {
  const rules = async (gates: Gates, weights: Weights) => {
    const { ensembleWeightsHash, gatesHash } = await pinRules(gates, weights);
    return { ensembleWeightsHash, gatesHash };
  };
  return Derivation.parse({
    method: "deno task evaluate --fit --write; see docs/matching.md",
    ...from,
    seed: policy.seed,
    folds: policy.folds,
    startedFrom: await rules(gates, weights),
    fitted: await rules(Gates.parse(fit.gates), Weights.parse(fit.weights)),
    changed: changedNumbers(weights, fit.weights),
    inForce: keptFor.length === 0 ? "fitted" : "startedFrom",
    keptFor,
    before: rounded(fit.before),
    inSample: rounded(fit.inSample),
    outOfFold: rounded(fit.outOfFold),
    possible: rounded(fit.possible),
  });
}

/** The value with all numbers rounded to four places, the precision of the labels. */
function rounded<Value>(value: Value): Value {
  const round = (_: string, one: unknown) => typeof one === "number" ? Number(one.toFixed(4)) : one;
  return JSON.parse(JSON.stringify(value, round)) as Value;
}
