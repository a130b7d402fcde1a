import { z } from "zod";
import {
  Classification,
  DecisionId,
  Disposition,
  Reviewer,
  ReviewId,
  reviewMembers,
  reviewRequest,
  ReviewState,
  type ScreeningLimits,
} from "../schema.ts";

/** Reviews of one request at most (decisions-3.md part 21). */
const reviewsAtOnceMax = 100;

/** A client's own judgement of a confirmed match. */
export function dispositionRequest(limits: ScreeningLimits) {
  return z.object({ ...reviewMembers(limits), reviewer: Reviewer }).readonly().meta({
    id: "DispositionRequest",
    examples: [{ reviewer: "m.weber", decision: "confirmed_match", reasonCode: "same_dob" }],
  });
}
export type DispositionRequest = z.infer<ReturnType<typeof dispositionRequest>>;

/** Every disposition of a decision, most recent first. */
export const DispositionResponse = z.object({
  decisionId: DecisionId,
  classification: Classification,
  state: ReviewState,
  dispositions: z.array(Disposition).readonly(),
}).readonly().meta({ id: "DispositionResponse" });
export type DispositionResponse = z.infer<typeof DispositionResponse>;

/** Reviews of many decisions. */
export function reviewsRequest(limits: ScreeningLimits) {
  return z.object({
    reviews: z.array(reviewRequest(limits).unwrap().extend({ decisionId: DecisionId }).readonly())
      .min(1).max(reviewsAtOnceMax).readonly(),
  }).readonly().meta({
    id: "ReviewsRequest",
    examples: [{
      reviews: [{
        decisionId: "0198c0de-0000-7000-8000-00000000000a",
        decision: "false_positive",
        reasonCode: "name_only",
        reviewer: "m.weber",
      }],
    }],
  });
}
export type ReviewsRequest = z.infer<ReturnType<typeof reviewsRequest>>;

/** What became of one review of many. */
export const ReviewResult = z.object({
  decisionId: DecisionId,
  status: z.int().meta({ description: "As the review of this decision alone would be answered" }),
  reviewId: ReviewId.optional(),
  state: ReviewState.optional(),
  error: z.string().optional(),
  message: z.string().optional(),
}).readonly().meta({ id: "ReviewResult" });
export type ReviewResult = z.infer<typeof ReviewResult>;

/** What became of each review, in the order of the request. */
export const ReviewsResponse = z.object({ results: z.array(ReviewResult).readonly() })
  .readonly().meta({ id: "ReviewsResponse" });
export type ReviewsResponse = z.infer<typeof ReviewsResponse>;
