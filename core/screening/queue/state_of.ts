import type { KeptDisposition, KeptReview, ReviewState, ScreeningDecision } from "../schema.ts";
import { reviewState } from "./review_state.ts";

/** The state of a decision's review by all that is recorded of it. */
export function stateOf(
  { response, confirmedIsReviewed }: Pick<ScreeningDecision, "response" | "confirmedIsReviewed">,
  said: {
    readonly reviews: readonly KeptReview[];
    readonly dispositions: readonly KeptDisposition[];
  },
): ReviewState {
  return reviewState({
    classification: response.classification,
    confirmedIsReviewed: confirmedIsReviewed === true,
    entityIds: response.candidates.map(({ entityId }) => entityId),
    ...said,
  });
}
