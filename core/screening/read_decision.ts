import type { TenantCaller } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { findDecision } from "./find_decision.ts";
import type { DecisionId, DecisionReadBack } from "./schema.ts";

/** Unknown, or another client's: the same answer. */
export type ReadRefusal = { readonly code: "not_found" };

/**
 * Reads a decision back as it was answered, never re-scored, with its reviews.
 * `humanReviewRequired` is true only while it is a possible match without a review.
 *
 * @see Screening §2 and §4, rule 3
 */
export async function readDecision(
  ports: Pick<ScreeningPorts, "decisions">,
  { caller, id }: { readonly caller: TenantCaller; readonly id: DecisionId },
): Promise<Result<DecisionReadBack, ReadRefusal>> {
  const [decision, customerReviews] = await Promise.all([
    findDecision(ports, caller, id),
    ports.decisions.reviews(id),
  ]);
  if (decision === null) return refuse({ code: "not_found" });
  const { response } = decision;
  const humanReviewRequired = response.classification === "POSSIBLE_MATCH" &&
    customerReviews.length === 0;
  return ok({ ...response, meta: { ...response.meta, humanReviewRequired }, customerReviews });
}
