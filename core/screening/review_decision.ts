import { z } from "zod";
import type { TenantCaller } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { findDecision } from "./find_decision.ts";
import {
  DecisionId,
  mostRecentFirst,
  type Review,
  ReviewId,
  type ReviewRequest,
  type ReviewResponse,
} from "./schema.ts";

/** Input of {@link reviewDecision}. */
export interface ReviewDecision {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: DecisionId;
  readonly review: ReviewRequest;
  /** Reviews that a decision may have at most. */
  readonly reviewsMax: number;
}

/** Unknown or foreign; not a possible match; or reviewed as often as a decision can be. */
export type ReviewRefusal =
  | { readonly code: "not_found" | "screening_decision_not_reviewable" }
  | { readonly code: "bad_request"; readonly message: string };

/**
 * Records the client's own review of a possible match.
 * Adds one immutable record: the classification never changes, and reviewing
 * again adds another. A decision of another client reads as one that does not exist.
 *
 * @returns every review of the decision, most recent first
 * @see Screening §3 and §4, rules 3 and 4
 */
export async function reviewDecision(
  ports: Pick<ScreeningPorts, "decisions" | "audit" | "clock" | "random">,
  { unit, caller, id, review, reviewsMax }: ReviewDecision,
): Promise<Result<ReviewResponse, ReviewRefusal>> {
  const decision = await findDecision(ports, caller, id);
  if (decision === null) return refuse({ code: "not_found" });
  if (decision.response.classification !== "POSSIBLE_MATCH") {
    return refuse({ code: "screening_decision_not_reviewable" });
  }
  const earlier = await ports.decisions.reviews(id);
  if (earlier.length >= reviewsMax) {
    const message = `A decision has at most ${reviewsMax} reviews, and this one has them`;
    return refuse({ code: "bad_request", message });
  }
  const added: Review = {
    reviewId: ReviewId.parse(uuidV7(ports)),
    decision: review.decision,
    notes: review.notes ?? null,
    reviewedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
  };
  await ports.decisions.addReview(unit, id, added);
  ports.audit.record(unit, {
    kind: "SCREENING_REVIEWED",
    clientId: decision.clientId,
    decisionId: id,
    reviewId: added.reviewId,
    decision: added.decision,
  });
  return ok(reviewed(id, [added, ...earlier].toSorted(mostRecentFirst)));
}

/** Reference that a replay of a review keeps instead of its body, whose notes are personal data. */
export const ReviewReference = z.strictObject({
  decisionId: DecisionId,
  reviewIds: z.array(ReviewId).readonly(),
}).readonly();

/** The reference from which {@link restoreReview} makes the same answer again. */
export function reviewReference(response: ReviewResponse): z.infer<typeof ReviewReference> {
  return {
    decisionId: response.decisionId,
    reviewIds: response.customerReviews.map(({ reviewId }) => reviewId),
  };
}

/** Restores the answer of an earlier review, with exactly the reviews that it showed. */
export async function restoreReview(
  { decisions }: Pick<ScreeningPorts, "decisions">,
  reference: unknown,
): Promise<ReviewResponse> {
  const { decisionId, reviewIds } = ReviewReference.parse(reference);
  return reviewed(decisionId, await decisions.reviewsById(decisionId, reviewIds));
}

function reviewed(
  decisionId: DecisionId,
  customerReviews: readonly Review[],
): ReviewResponse {
  return {
    decisionId,
    classification: "POSSIBLE_MATCH",
    humanReviewRequired: false,
    customerReviews,
  };
}
