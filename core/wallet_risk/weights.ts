import canonicalize from "canonicalize";
import { z } from "zod";

/** The concept whose weight a sanctions list's tag gets, whatever category its pack states. */
const sanction = "sanction";

const Weight = z.int().min(0).max(100);

/** The numbers that convert tags to a score, from `weights.json`; scores pin their hash. */
export const RiskWeights = z.strictObject({
  /** Name of this set of numbers. */
  weightSet: z.string(),
  /** Score from which a wallet is HIGH. */
  highFrom: z.int().min(1).max(100),
  /** Confidence level below which a tag does not count. */
  confidenceFloor: z.int().min(0).max(100),
  /** Weight of a tag without any listed word. */
  unlisted: Weight,
  /** Weights of categories, kinds of abuse and concepts, by their ids. */
  weights: z.record(z.string(), Weight).readonly(),
}).readonly().refine(({ weights }) => weights[sanction] === 100, {
  message: "a sanctions concept scores 100",
  path: ["weights", sanction],
});
export type RiskWeights = z.infer<typeof RiskWeights>;

/** The weights in use, with the hash that pins them. */
export interface RiskRules {
  readonly weights: RiskWeights;
  /** SHA-256, hex, of the RFC 8785 form of the weights. */
  readonly riskWeightsHash: string;
}

/** Pins weights by their hash. */
export async function pinRiskWeights(weights: RiskWeights): Promise<RiskRules> {
  const text = canonicalize(weights);
  if (text === undefined) throw new Error("Weights must be JSON values");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return { weights, riskWeightsHash: new Uint8Array(digest).toHex() };
}

/** The weighted parts of a tag. */
export interface WeighedTag {
  readonly category: string | null;
  readonly abuse: string | null;
  readonly concepts: readonly string[];
  readonly isSanctionsConcept: boolean;
}

/**
 * Weight of a tag: the highest among its category, its abuse and its concepts, including broader
 * ones.
 */
export function categoryWeight(
  { weights, unlisted }: RiskWeights,
  { category, abuse, concepts, isSanctionsConcept }: WeighedTag,
): number {
  const words = [category, abuse, ...concepts, isSanctionsConcept ? sanction : null];
  const listed = words.flatMap((word) =>
    word !== null && Object.hasOwn(weights, word) ? [weights[word]!] : []
  );
  return listed.length === 0 ? unlisted : Math.max(...listed);
}
