import type { Said } from "../ports.ts";
import type { ScreeningDecision } from "../decision_schema.ts";
import type { ReviewState } from "../review_schema.ts";
import { reviewState } from "./review_state.ts";

/** The state of a decision's review from all its records. */
export function stateOf(
  { response, confirmedIsReviewed }: Pick<ScreeningDecision, "response" | "confirmedIsReviewed">,
  said: Said,
): ReviewState {
  return reviewState({
    classification: response.classification,
    confirmedIsReviewed: confirmedIsReviewed === true,
    entityIds: response.candidates.map(({ entityId }) => entityId),
    ...said,
  });
}
