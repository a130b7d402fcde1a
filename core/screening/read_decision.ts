import type { TenantCaller } from "../access/schema.ts";
import type { Said, ScreeningPorts } from "./ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { findDecision } from "./find_decision.ts";
import { stateOf } from "./queue/state_of.ts";
import type { DecisionId, DecisionReadBack, ScreeningDecision } from "./decision_schema.ts";
import { shownDisposition, shownReview } from "./review_schema.ts";

/** The decision is unknown or belongs to another client; the answer is the same. */
export type ReadRefusal = { readonly code: "not_found" };

/**
 * Reads a decision as it was answered, never scored again, with its reviews. `humanReviewRequired`
 * is true only for a possible match without a review.
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
  return ok(await readBackOf(ports, decision, { reviews, dispositions }));
}

/** A decision as read back, with its reviews and dispositions. */
export async function readBackOf(
  { reviewRules }: Pick<ScreeningPorts, "reviewRules">,
  decision: ScreeningDecision,
  { reviews, dispositions }: Said,
): Promise<DecisionReadBack> {
  const { clientId, response } = decision;
  const { fourEyes } = await reviewRules.get(clientId, { fresh: false });
  const { review: _, ...meta } = response.meta;
  return {
    ...response,
    meta: {
      ...meta,
      humanReviewRequired: response.classification === "POSSIBLE_MATCH" && reviews.length === 0,
      ...(fourEyes === "none"
        ? {}
        : { review: { state: stateOf(decision, { reviews, dispositions }) } }),
    },
    customerReviews: reviews.map(shownReview),
    ...(dispositions.length === 0 ? {} : { dispositions: dispositions.map(shownDisposition) }),
  };
}
