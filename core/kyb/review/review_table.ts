import { z } from "zod";
import { FindingCode, hashOfJson } from "../rules.ts";

/** Advice to the operator who decides an application, from the best to the worst. */
export const reviewRecommendations = [
  "APPROVE_RECOMMENDED",
  "ESCALATE_RECOMMENDED",
  "REJECT_RECOMMENDED",
] as const;

/** One of {@link reviewRecommendations}. */
export const ReviewRecommendation = z.enum(reviewRecommendations).meta({
  id: "KybReviewRecommendation",
});
export type ReviewRecommendation = z.infer<typeof ReviewRecommendation>;

/** Every reason that a review draft can give. */
export const ReasonCode = z.enum([
  "SANCTIONS_CONFIRMED",
  "REGISTRY_NOT_FOUND",
  "REGISTRY_INACTIVE",
  "REGISTRY_EVIDENCE_MISSING",
  "REGISTRY_NOT_ASKED",
  "REGISTRY_NUMBER_INVALID",
  "REGISTRY_NOT_LISTED",
  "REGISTRY_UNAVAILABLE",
  "REGISTRY_MISMATCH",
  "REGISTRY_EVIDENCE_OLD",
  "MATCH_CONFIRMED",
  "MATCH_NOT_JUDGED",
  "JUDGEMENT_ESCALATED",
  "POLITICALLY_EXPOSED",
  "HIGH_RISK_COUNTRY",
  "OWNERSHIP_DOUBTFUL",
  "INFORMATION_MISSING",
  "SCREENING_MISSING",
  "SCREENING_NOT_POSSIBLE",
  "NAME_UNREAD",
  "SCREENING_OLD",
  "DIRECTOR_MISSING",
  "OWNER_MISSING",
  "REGISTRY_VERIFIED",
  "MATCH_DISMISSED",
  "UNREAD_NAME_DISMISSED",
  "SCREENED_CLEAR",
  "PERSONS_DECLARED",
]);
export type ReasonCode = z.infer<typeof ReasonCode>;

const ReasonRule = z.strictObject({
  rule: z.enum(["R1", "R2", "R3", "R4", "R5", "R6", "R7"]),
  code: ReasonCode,
  recommendation: ReviewRecommendation,
  /** The sentence of the rationale, with values in braces; the ids of its evidence follow it. */
  sentence: z.string().min(1),
  /** Flags of onboarding with the same meaning. */
  flags: z.array(FindingCode).readonly(),
}).readonly();

/**
 * The rules of review drafts, from `review_rules.json`; drafts pin their hash. Reasons are in the
 * order of the rationale, and every flag of onboarding belongs to exactly one.
 */
export const ReviewTable = z.strictObject({
  /** Name of this set of rules. */
  ruleSet: z.string(),
  reasons: z.array(ReasonRule).readonly(),
  /** Sentences about matters that no rule checks. */
  notChecked: z.array(z.string().min(1)).min(1).readonly(),
  closing: z.string().min(1),
}).readonly().superRefine(({ reasons }, context) => {
  if (!isOnceEach(reasons.map(({ code }) => code), ReasonCode.options)) {
    context.addIssue({ code: "custom", message: "every reason stands once" });
  }
  if (!isOnceEach(reasons.flatMap(({ flags }) => flags), FindingCode.options)) {
    context.addIssue({ code: "custom", message: "every flag stands under exactly one reason" });
  }
});
export type ReviewTable = z.infer<typeof ReviewTable>;

function isOnceEach(given: readonly string[], all: readonly string[]): boolean {
  return given.length === all.length && new Set(given).size === all.length;
}

/** The rules in use, with the hash that pins them. */
export interface ReviewRules {
  readonly table: ReviewTable;
  /** SHA-256, hex, of the RFC 8785 form of the table. */
  readonly ruleSetHash: string;
}

/** Pins the rules by their hash. */
export async function pinReviewRules(table: ReviewTable): Promise<ReviewRules> {
  return { table, ruleSetHash: await hashOfJson(table) };
}
