import { z } from "zod";
import { classifications } from "../nouns.ts";

/** Classes of verification decisions for usage counts. */
export const DecisionClass = z.enum([
  "OVER_18",
  "UNDER_18",
  "CLAIMS_VERIFIED",
  "CLAIMS_NOT_VERIFIED",
  ...classifications,
]);
export type DecisionClass = z.infer<typeof DecisionClass>;

/** Returns the class of a decision: the result of screening if it ran, else the proven claim. */
export function decisionClass(
  { amlResult, booleanProofs }: {
    readonly amlResult: typeof classifications[number] | null;
    readonly booleanProofs: Readonly<Record<string, boolean>>;
  },
): DecisionClass {
  if (amlResult !== null) return amlResult;
  const { ageOver18, claimsVerified } = booleanProofs;
  if (ageOver18 !== undefined) return ageOver18 ? "OVER_18" : "UNDER_18";
  return claimsVerified === true ? "CLAIMS_VERIFIED" : "CLAIMS_NOT_VERIFIED";
}
