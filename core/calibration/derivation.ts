import { z } from "zod";
import { Gates, pinRules } from "../screening/gates.ts";
import { Weights } from "../screening/weights.ts";
import type { Calibrated } from "./calibrate.ts";
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

/**
 * How the weights and gates beside it were derived. It stands in a file of its own, so that the
 * hashes of weights and gates, which decisions pin, are of nothing but what decides.
 */
export const Derivation = z.strictObject({
  method: z.string(),
  engineVersion: z.string(),
  /** SHA-256 of the labelled files and of the list snapshot that they were asked of. */
  labels: z.record(z.string(), Sha256).readonly(),
  listSnapshotId: Sha256,
  seed: z.int(),
  folds: z.int(),
  /** RFC 8785 hashes, as decisions pin them: of the start, and of what was derived. */
  startedFrom: Sha256,
  ensembleWeightsHash: Sha256,
  gatesHash: Sha256,
  before: Quality,
  inSample: Quality,
  outOfFold: Quality,
}).readonly();
/** See {@link Derivation}. */
export type Derivation = z.infer<typeof Derivation>;

/** What a derivation was made of, beside its outcome. */
export interface DerivedFrom extends Pick<Derivation, "engineVersion" | "labels"> {
  readonly listSnapshotId: string;
  readonly weights: Weights;
  readonly policy: CalibrationPolicy;
}

/** Writes down how weights and gates came about. */
export async function derivationOf(
  { policy, weights, ...from }: DerivedFrom,
  fit: Calibrated,
): Promise<Derivation> {
  const start = await pinRules(fit.gates, weights);
  const derived = await pinRules(Gates.parse(fit.gates), Weights.parse(fit.weights));
  return Derivation.parse({
    method: "deno task evaluate --fit; see docs/matching.md",
    ...from,
    seed: policy.seed,
    folds: policy.folds,
    startedFrom: start.ensembleWeightsHash,
    ensembleWeightsHash: derived.ensembleWeightsHash,
    gatesHash: derived.gatesHash,
    before: fit.before,
    inSample: fit.inSample,
    outOfFold: fit.outOfFold,
  });
}
