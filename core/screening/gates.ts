import canonicalize from "canonicalize";
import { z } from "zod";
import type { ScreeningGates } from "../policy/screening.ts";

/**
 * The numbers that turn scores into classes. They are stored in `gates.json`; decisions record
 * their hash.
 */
export const Gates = z.strictObject({
  /** Name of this set of numbers. */
  gateSet: z.string(),
  /** Score, 0 to 100, from which a person must review. */
  possibleAt: z.number().min(0).max(100),
  /** Score, 0 to 100, from which an agreeing day of birth confirms. */
  confirmedAt: z.number().min(0).max(100),
  /** Tokens that a listed name needs at least for the exact short circuit. */
  exactTokensMin: z.int().min(2),
  /**
   * Sum of idf, on the lists and among people, that the matched tokens need at least for the exact
   * short circuit: a name that many people bear does not confirm by itself.
   */
  exactRarityMin: z.number().nonnegative(),
  /** The addition to that sum for an agreeing year of birth: that year's share of all births. */
  bornRarity: z.number().nonnegative(),
  /** Maximum candidates in an answer. */
  candidatesMax: z.int().min(1).max(64),
}).readonly();
export type Gates = z.infer<typeof Gates>;

/** Rules that a screening pins: gates, the weight set, and the hashes of both. */
export interface ScreeningRules {
  readonly gates: Gates;
  readonly weightSet: string;
  /** SHA-256, hex, of the RFC 8785 form of the gates in use. */
  readonly gatesHash: string;
  /** SHA-256, hex, of the RFC 8785 form of the weights in use. */
  readonly ensembleWeightsHash: string;
}

/** Pins gates and weights by their hashes. */
export async function pinRules(
  gates: Gates,
  weights: { readonly weightSet: string },
): Promise<ScreeningRules> {
  return {
    gates,
    weightSet: weights.weightSet,
    gatesHash: await canonicalHash(gates),
    ensembleWeightsHash: await canonicalHash(weights),
  };
}

/** The published gates, with the values that a policy replaces. */
export function movedGates(
  gates: Gates,
  { possibleAtPoints, confirmedAtPoints, exactRarityMin }: ScreeningGates,
): Gates {
  return {
    ...gates,
    possibleAt: possibleAtPoints,
    confirmedAt: confirmedAtPoints,
    exactRarityMin,
  };
}

async function canonicalHash(value: unknown): Promise<string> {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("Rules must be JSON values");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
    .toHex();
}
