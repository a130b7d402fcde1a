import { z } from "zod";
import type { PersonIdentity } from "../access/person_identity.ts";
import type { TenantCaller } from "../access/schema.ts";
import type { QueueChange, ReviewRules, ScreeningPorts } from "./ports.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { type OpenedPairs, openPairs } from "./cleared/settle_pairs.ts";
import { findDecision } from "./find_decision.ts";
import { queueRow, unsaid } from "./queue/row.ts";
import { stateOf } from "./queue/state_of.ts";
import { DecisionId, type ReviewResponse, type ScreeningDecision } from "./decision_schema.ts";
import {
  type KeptReview,
  mostRecentFirst,
  ReviewId,
  type ReviewRequest,
  type ReviewState,
  shownReview,
} from "./review_schema.ts";

/** Input of {@link reviewDecision}. */
export interface ReviewDecision {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: DecisionId;
  readonly review: ReviewRequest;
  /** Maximum reviews of a decision. */
  readonly reviewsMax: number;
  /**
   * How the person at the desk was identified; absent if the client named the person by the API.
   */
  readonly identity?: PersonIdentity | undefined;
}

/**
 * The decision is unknown, belongs to another client, or is no possible match; or the review does
 * not fit it; or the maximum of reviews is reached.
 */
export type ReviewRefusal =
  | { readonly code: "not_found" | "screening_decision_not_reviewable" }
  | { readonly code: "bad_request"; readonly message: string };

/** Ports of a review. */
export type ReviewPorts = Pick<
  ScreeningPorts,
  "audit" | "clearedPairs" | "clock" | "decisions" | "events" | "queue" | "random" | "reviewRules"
>;

/** A recorded review, with those before it. */
export interface RecordedReview {
  /** The change of the decision's row in the queue. */
  readonly change: QueueChange;
  readonly reviewId: ReviewId;
  /** Most recent first. */
  readonly reviews: readonly KeptReview[];
  readonly state: ReviewState;
}

/**
 * Records the client's own review of a possible match. Adds one immutable record: the
 * classification never changes, and a repeated review adds another record. Another client's
 * decision is answered as an unknown one.
 *
 * @returns every review of the decision, most recent first
 * @see Screening §3 and §4, rules 3 and 4
 */
export async function reviewDecision(
  ports: ReviewPorts,
  asked: ReviewDecision,
): Promise<Result<ReviewResponse, ReviewRefusal>> {
  const { unit, caller, id } = asked;
  const decision = await findDecision(ports, caller, id);
  if (decision === null) return refuse({ code: "not_found" });
  const turn = await ports.queue.turn(decision.clientId, decision);
  const pairs = openPairs(ports, decision.clientId, { holdsTurn: false });
  const checked = await checkReview(ports, decision, { pairs, ...asked });
  if (!checked.ok) return checked;
  const recorded = recordReview(ports, checked.value, { unit, pairs });
  if (!recorded.ok) return recorded;
  await turn.change(unit, [recorded.value.change]);
  await pairs.write(unit);
  return ok(reviewed(id, recorded.value.reviews));
}

/** A review that fits its decision, with all that was read for it. */
export interface CheckedReview {
  readonly decision: ScreeningDecision;
  readonly review: ReviewRequest;
  readonly identity: PersonIdentity | undefined;
  readonly rules: Pick<ReviewRules, "fourEyes" | "authenticatedOnly">;
  /** Most recent first. */
  readonly earlier: readonly KeptReview[];
}

/** A review to check. */
export interface CheckReview extends Pick<ReviewDecision, "review" | "reviewsMax" | "identity"> {
  readonly pairs: OpenedPairs;
}

/** Checks one review, and reads the input of {@link recordReview}. */
export async function checkReview(
  ports: ReviewPorts,
  decision: ScreeningDecision,
  { review, reviewsMax, pairs, identity }: CheckReview,
): Promise<Result<CheckedReview, ReviewRefusal>> {
  const { classification, candidates } = decision.response;
  if (classification !== "POSSIBLE_MATCH") {
    return refuse({ code: "screening_decision_not_reviewable" });
  }
  const rules = await ports.reviewRules.get(decision.clientId, { fresh: true });
  const { reviewer, entityIds, clearForDays } = review;
  if (rules.fourEyes !== "none" && reviewer === undefined) {
    return refuse({
      code: "bad_request",
      message: 'Field "reviewer" is required: two people review',
    });
  }
  if (entityIds?.some((one) => !candidates.some(({ entityId }) => entityId === one))) {
    const message = 'Field "entityIds" names an entity that is no candidate of this decision';
    return refuse({ code: "bad_request", message });
  }
  const unclearable = clearForDays === undefined ? null : whyNotCleared(decision, review);
  if (unclearable !== null) {
    return refuse({ code: "bad_request", message: `Field "clearForDays" ${unclearable}` });
  }
  const mayChangePairs = review.decision !== "false_positive" || clearForDays !== undefined;
  const [earlier] = await Promise.all([
    ports.decisions.reviews(decision.id),
    mayChangePairs ? pairs.read(decision) : null,
  ]);
  if (earlier.length >= reviewsMax) {
    const message = `A decision has at most ${reviewsMax} reviews, and this one has them`;
    return refuse({ code: "bad_request", message });
  }
  return ok({ decision, review, identity, rules, earlier });
}

/**
 * Records one review. The caller writes the row of the queue and the cleared pairs. Does not wait
 * for anything, so that the reviews of one request are recorded in its order.
 */
export function recordReview(
  ports: ReviewPorts,
  { decision, review, identity, rules, earlier }: CheckedReview,
  { unit, pairs }: { readonly unit: Unit; readonly pairs: OpenedPairs },
): Result<RecordedReview, ReviewRefusal> {
  const { id } = decision;
  const { reviewer, reasonCode, entityIds, clearForDays } = review;
  const added: KeptReview = {
    reviewId: ReviewId.parse(uuidV7(ports)),
    decision: review.decision,
    notes: review.notes ?? null,
    reviewedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    ...(reviewer === undefined ? {} : { reviewer }),
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(entityIds === undefined ? {} : { entityIds: [...new Set(entityIds)] }),
    ...(clearForDays === undefined ? {} : { clearForDays }),
    ...(identity === undefined ? {} : { identity }),
    ...askedOfPeople(rules),
  };
  const reviews = [added, ...earlier].toSorted(mostRecentFirst);
  const settled = pairs.settle({
    unit,
    decision,
    review: added,
    reviews,
    entityIds: entityIds ?? decision.response.candidates.map(({ entityId }) => entityId),
    isAgainst: added.decision !== "false_positive",
  });
  if (!settled.ok) return settled;
  ports.decisions.addReview(unit, id, added);
  ports.audit.record(unit, {
    kind: "SCREENING_REVIEWED",
    clientId: decision.clientId,
    decisionId: id,
    reviewId: added.reviewId,
    decision: added.decision,
    ...(identity === undefined ? {} : { identity }),
  });
  const said = { ...unsaid, reviews };
  const state = stateOf(decision, said);
  const { mode, subjectRef = null } = decision.response.meta;
  const { reviewId } = added;
  ports.events.raise(unit, {
    ...{ clientId: decision.clientId, mode, type: "screening.reviewed" },
    data: { decisionId: id, subjectRef, reviewId, decision: added.decision, state },
  });
  return ok({
    change: {
      decision,
      next: (standing) => queueRow(decision, said, standing?.assignee ?? null),
    },
    reviewId,
    reviews,
    state,
  });
}

/** The client's rules for reviewers, as stored with a review. */
function askedOfPeople(
  { fourEyes, authenticatedOnly }: CheckedReview["rules"],
): Pick<KeptReview, "fourEyes" | "authenticatedOnly"> {
  if (fourEyes === "none") return {};
  return { fourEyes, ...(authenticatedOnly === true ? { authenticatedOnly } : {}) };
}

/** @returns why a review cannot clear a customer, as the rest of a sentence; null if it can */
function whyNotCleared(
  { compared, response: { candidates, meta } }: ScreeningDecision,
  { decision }: ReviewRequest,
): string | null {
  if (decision !== "false_positive") return "goes with `false_positive` alone";
  if (meta.subjectRef === undefined) return "needs a decision that was asked for with `subjectRef`";
  if (candidates.length === 0) return "needs a candidate, and this decision has none";
  if (compared === undefined) return "needs a decision of this version or a later one";
  return null;
}

/**
 * The stored reference for a replay of a review, instead of its body, whose notes are personal
 * data.
 */
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

function reviewed(decisionId: DecisionId, reviews: readonly KeptReview[]): ReviewResponse {
  return {
    decisionId,
    classification: "POSSIBLE_MATCH",
    humanReviewRequired: false,
    customerReviews: reviews.map(shownReview),
  };
}
