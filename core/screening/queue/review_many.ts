import type { TenantCaller } from "../../access/schema.ts";
import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { QueueChange } from "../ports.ts";
import { openPairs } from "../cleared/settle_pairs.ts";
import {
  checkReview,
  recordReview,
  type ReviewPorts,
  type ReviewRefusal,
} from "../review_decision.ts";
import type { ReviewResult, ReviewsRequest, ReviewsResponse } from "../queue_schema.ts";

/** Input of {@link reviewMany}. */
export interface ReviewMany {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly request: ReviewsRequest;
  /** Maximum reviews of a decision. */
  readonly reviewsMax: number;
}

const statuses = {
  not_found: { status: 404, message: "There is no such resource" },
  screening_decision_not_reviewable: {
    status: 409,
    message: "Only a decision classified POSSIBLE_MATCH can be reviewed",
  },
  bad_request: { status: 400, message: "The review does not fit the decision" },
} as const satisfies Readonly<Record<ReviewRefusal["code"], unknown>>;

/**
 * Records reviews of several decisions. Each is recorded or refused by itself; all recorded ones
 * become durable together, with their audit entries. A decision named twice is refused the second
 * time, so that no review of a request depends on another. In a sandbox, too, only the caller's
 * client is considered.
 *
 * @see decisions-3.md part 21
 */
export async function reviewMany(
  ports: ReviewPorts,
  { unit, caller, request, reviewsMax }: ReviewMany,
): Promise<Result<ReviewsResponse, never>> {
  const { reviews } = request;
  const decisions = await Promise.all(
    reviews.map(({ decisionId }) => ports.decisions.find(decisionId, caller.clientId)),
  );
  const turn = await ports.queue.turn(caller.clientId);
  const rules = await ports.reviewRules.get(caller.clientId, { fresh: true });
  const once = { ...ports, reviewRules: { get: () => Promise.resolve(rules) } };
  const pairs = openPairs(ports, caller.clientId, { holdsTurn: true });
  // Side by side: the shorter a turn, the fewer others have theirs meanwhile.
  const checked = await Promise.all(
    reviews.map(async ({ decisionId, ...review }, at) => {
      if (reviews.findIndex((one) => one.decisionId === decisionId) < at) {
        const message = "The request names this decision more than once; only the first counts";
        return refuse({ code: "bad_request" as const, message });
      }
      const decision = decisions[at] ?? null;
      return decision === null
        ? refuse({ code: "not_found" as const })
        : await checkReview(once, decision, { review, reviewsMax, pairs });
    }),
  );
  const changes: QueueChange[] = [];
  const results = reviews.map(({ decisionId }, at): ReviewResult => {
    const one = checked[at];
    if (one === undefined) throw new Error("A review is checked");
    const recorded = one.ok ? recordReview(once, one.value, { unit, pairs }) : one;
    if (recorded.ok) {
      const { change, reviewId, state } = recorded.value;
      changes.push(change);
      return { decisionId, status: 200, reviewId, state };
    }
    const { refusal } = recorded;
    const { status, message } = statuses[refusal.code];
    return {
      ...{ decisionId, status, error: refusal.code },
      message: "message" in refusal ? refusal.message : message,
    };
  });
  await turn.change(unit, changes);
  await pairs.write(unit);
  return ok({ results });
}
