import type { TenantCaller } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { findDecision } from "./find_decision.ts";
import { stateOf } from "./queue/state_of.ts";
import type { DecisionId, DecisionReadBack } from "./decision_schema.ts";
import { shownDisposition, shownReview } from "./review_schema.ts";

/** Unknown, or another client's: the same answer. */
export type ReadRefusal = { readonly code: "not_found" };

/**
 * Reads a decision back as it was answered, never re-scored, with its reviews.
 * `humanReviewRequired` is true only while it is a possible match without a review.
 *
 * @see Screening §2 and §4, rule 3
 */
export async function readDecision(
  ports: Pick<ScreeningPorts, "decisions" | "reviewRules">,
  { caller, id }: { readonly caller: TenantCaller; readonly id: DecisionId },
): Promise<Result<DecisionReadBack, ReadRefusal>> {
  const [decision, reviews] = await Promise.all([
    findDecision(ports, caller, id),
    ports.decisions.reviews(id),
  ]);
  if (decision === null) return refuse({ code: "not_found" });
  const { classification } = decision.response;
  const dispositions = classification === "CONFIRMED_MATCH"
    ? await ports.decisions.dispositions(id)
    : [];
  const { fourEyes } = await ports.reviewRules.get(decision.clientId, { fresh: false });
  const { review: _, ...meta } = decision.response.meta;
  return ok({
    ...decision.response,
    meta: {
      ...meta,
      humanReviewRequired: classification === "POSSIBLE_MATCH" && reviews.length === 0,
      ...(fourEyes === "none"
        ? {}
        : { review: { state: stateOf(decision, { reviews, dispositions }) } }),
    },
    customerReviews: reviews.map(shownReview),
    ...(dispositions.length === 0 ? {} : { dispositions: dispositions.map(shownDisposition) }),
  });
}
