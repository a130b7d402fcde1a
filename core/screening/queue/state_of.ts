import type { Said } from "../ports.ts";
import type { ScreeningDecision } from "../decision_schema.ts";
import type { ReviewState } from "../review_schema.ts";
import { type Reviewed, reviewState, waitsForAnother } from "./review_state.ts";

type Decided = Pick<ScreeningDecision, "response" | "confirmedIsReviewed">;

/** The state of a decision's review from all its records. */
export function stateOf(decision: Decided, said: Said): ReviewState {
  return reviewState(reviewedOf(decision, said));
}

/** Whether a judgement of this person ends nothing, because another person must decide. */
export function isForAnother(decision: Decided, said: Said, person: string): boolean {
  return waitsForAnother(reviewedOf(decision, said), person);
}

function reviewedOf({ response, confirmedIsReviewed }: Decided, said: Said): Reviewed {
  return {
    classification: response.classification,
    confirmedIsReviewed: confirmedIsReviewed === true,
    entityIds: response.candidates.map(({ entityId }) => entityId),
    ...said,
  };
}
