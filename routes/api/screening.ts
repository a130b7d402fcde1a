import { z } from "zod";
import {
  disposeDecision,
  dispositionReference,
  restoreDisposition,
} from "../../core/screening/queue/dispose_decision.ts";
import { endPair } from "../../core/screening/cleared/end_pair.ts";
import { listPairs } from "../../core/screening/cleared/list_pairs.ts";
import { EndedPair, PairPage, PairQuery } from "../../core/screening/cleared_schema.ts";
import { reviewMany } from "../../core/screening/queue/review_many.ts";
import { assignDecision } from "../../core/screening/queue/assign_decision.ts";
import { listDecisions, queueCsv } from "../../core/screening/queue/list_decisions.ts";
import {
  AssigneeRequest,
  dispositionRequest,
  DispositionResponse,
  QueuedDecision,
  QueuePage,
  QueueQuery,
  reviewsRequest,
  ReviewsResponse,
} from "../../core/screening/queue_schema.ts";
import { readDecision } from "../../core/screening/read_decision.ts";
import {
  restoreReview,
  reviewDecision,
  reviewReference,
} from "../../core/screening/review_decision.ts";
import { type ScreeningLimits, screeningRequest } from "../../core/screening/request_schema.ts";
import { PairId } from "../../core/screening/candidate_schema.ts";
import {
  DecisionId,
  DecisionReadBack,
  ReviewResponse,
  ScreeningResponse,
} from "../../core/screening/decision_schema.ts";
import { reviewRequest } from "../../core/screening/review_schema.ts";
import { restoreScreening, screen, screenReference } from "../../core/screening/screen.ts";
import { nextPageLink } from "../http/next_page.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";

/**
 * Screening's routes, with body limits from the policy.
 *
 * @param example a stored decision for the reference; null without one
 */
export function screeningRoutes(
  limits: ScreeningLimits,
  example: DecisionId | null,
): readonly Route[] {
  const path = decisionPath(example);
  return [
    screenRoute(limits),
    // Before the read of a decision, whose id "decisions" would be.
    listDecisionsRoute,
    listPairsRoute,
    readDecisionRoute(path),
    reviewDecisionRoute(limits, path),
    reviewDecisionsRoute(limits),
    disposeDecisionRoute(limits, path),
    assignDecisionRoute(path),
    endPairRoute,
  ];
}

function decisionPath(example: DecisionId | null) {
  return z.object({
    decisionId: DecisionId.meta({
      description: "`meta.decisionId` of a screening",
      ...(example === null ? {} : { param: { name: "decisionId", in: "path", example } }),
    }),
  });
}
type DecisionPath = ReturnType<typeof decisionPath>;

/** POST /v1/screen (Screening §4, rules 1 and 2). */
const screenRoute = (limits: ScreeningLimits) =>
  defineRoute({
    method: "post",
    path: "/v1/screen",
    summary: "Screen a name and wallet addresses",
    documentation: {
      operationId: "screen",
      description:
        "The two checks are independent; `meta.checksRun` says which ran. POSSIBLE_MATCH always needs a person's review.",
    },
    service: "screening",
    kind: "screen",
    auth: "bearer",
    access: { namesMode: true },
    limits: { bucket: "screening" },
    idempotency: {
      owner: "client",
      keptBy: { reference: screenReference, restore: restoreScreening },
    },
    body: screeningRequest(limits),
    answers: { 200: ScreeningResponse },
    refuses: ["bad_request"],
    run: (ports, { unit, caller, body, request }) =>
      screen(ports, {
        unit,
        client: caller.clientId,
        request: body,
        mode: request.mode,
        sandboxOverride: request.sandboxOverride,
      }),
  });

/** GET /v1/screen/{decisionId} (Screening §4, rule 3). */
const readDecisionRoute = (params: DecisionPath) =>
  defineRoute({
    method: "get",
    path: "/v1/screen/{decisionId}",
    summary: "Read a decision back, with its reviews",
    documentation: {
      operationId: "readDecision",
      description: "As it was answered, never re-scored on newer lists.",
    },
    service: "screening",
    kind: "read",
    auth: "bearer",
    access: { agents: true },
    params,
    answers: { 200: DecisionReadBack },
    refuses: ["not_found"],
    run: (ports, { caller, params }) => readDecision(ports, { caller, id: params.decisionId }),
  });

/** POST /v1/screen/{decisionId}/review (Screening §4, rules 2 to 4). */
const reviewDecisionRoute = (limits: ScreeningLimits, params: DecisionPath) =>
  defineRoute({
    method: "post",
    path: "/v1/screen/{decisionId}/review",
    summary: "Record the client's review of a possible match",
    documentation: {
      operationId: "reviewDecision",
      description: "Adds an immutable review; the classification never changes.",
    },
    service: "screening",
    kind: "review",
    auth: "bearer",
    access: { freshClient: true },
    idempotency: {
      owner: "client",
      keptBy: { reference: reviewReference, restore: restoreReview },
    },
    params,
    body: reviewRequest(limits),
    answers: { 200: ReviewResponse },
    refuses: ["not_found", "screening_decision_not_reviewable", "bad_request"],
    run: (ports, { unit, caller, params, body }) =>
      reviewDecision(ports, {
        unit,
        caller,
        id: params.decisionId,
        review: body,
        reviewsMax: limits.decisionReviewsMax,
      }),
  });

/** Maximum bytes of a body with many reviews: they must fit one encrypted commit. */
const reviewsBytesMax = 262_144;

/** POST /v1/screen/reviews (decisions-3.md part 21). */
const reviewDecisionsRoute = (limits: ScreeningLimits) =>
  defineRoute({
    method: "post",
    path: "/v1/screen/reviews",
    summary: "Record reviews of many possible matches",
    documentation: {
      operationId: "reviewDecisions",
      tag: "desk",
      description:
        "Up to 100. Each is recorded or refused on its own, and answered with the status that it would have alone; those that are recorded become durable together.",
    },
    service: "screening",
    kind: "review",
    auth: "bearer",
    access: { freshClient: true },
    limits: { bucket: "screening", bodyBytesMax: reviewsBytesMax },
    idempotency: { owner: "client" },
    body: reviewsRequest(limits),
    answers: { 200: ReviewsResponse },
    refuses: [],
    run: (ports, { unit, caller, body }) =>
      reviewMany(ports, { unit, caller, request: body, reviewsMax: limits.decisionReviewsMax }),
  });

/** POST /v1/screen/decisions/{decisionId}/dispositions (decisions-3.md part 21). */
const disposeDecisionRoute = (limits: ScreeningLimits, params: DecisionPath) =>
  defineRoute({
    method: "post",
    path: "/v1/screen/decisions/{decisionId}/dispositions",
    summary: "Record the client's decision on a confirmed match",
    documentation: {
      operationId: "disposeDecision",
      tag: "desk",
      description:
        "Adds an immutable record; classification and reviews never change. Where the client's record asks for two people (`fourEyes`), any disposition needs both.",
    },
    service: "screening",
    kind: "review",
    auth: "bearer",
    access: { freshClient: true },
    limits: { bucket: "screening" },
    idempotency: {
      owner: "client",
      keptBy: { reference: dispositionReference, restore: restoreDisposition },
    },
    params,
    body: dispositionRequest(limits),
    answers: { 200: DispositionResponse },
    refuses: ["not_found", "screening_decision_not_disposable", "bad_request"],
    run: (ports, { unit, caller, params, body }) =>
      disposeDecision(ports, {
        unit,
        caller,
        id: params.decisionId,
        disposition: body,
        dispositionsMax: limits.decisionReviewsMax,
      }),
  });

/** GET /v1/screen/decisions (decisions-3.md part 21). */
const listDecisionsRoute = defineRoute({
  method: "get",
  path: "/v1/screen/decisions",
  summary: "List decisions by the state of their review",
  documentation: {
    operationId: "listDecisions",
    tag: "desk",
    description:
      'Without a query: what a person has to act on, the oldest first. With `Accept: text/csv` the page is CSV, and the header `Link` (`rel="next"`) has the query of the next one.',
  },
  service: "screening",
  kind: "list",
  auth: "bearer",
  access: { agents: true },
  limits: { bucket: "screening" },
  query: QueueQuery,
  answers: {
    200: {
      json: QueuePage,
      page: { contentType: "text/csv; charset=utf-8", description: "A page as CSV (RFC 4180)" },
    },
  },
  refuses: ["bad_request"],
  run: async (ports, { caller, query, request: { mode, wantsPage } }) => {
    const listed = await listDecisions(ports, { caller, mode, query });
    if (!listed.ok) return listed;
    if (!wantsPage) return reply(200, { json: listed.value });
    const headers = nextPageLink(query, listed.value.nextCursor);
    return reply(200, { page: queueCsv(listed.value) }, headers);
  },
});

/** PUT /v1/screen/decisions/{decisionId}/assignee (decisions-3.md part 21). */
const assignDecisionRoute = (params: DecisionPath) =>
  defineRoute({
    method: "put",
    path: "/v1/screen/decisions/{decisionId}/assignee",
    summary: "Set or clear the person who works on a decision",
    documentation: {
      operationId: "assignDecision",
      tag: "desk",
      description: "Only a note: it is not a review and does not change the state.",
    },
    service: "screening",
    kind: "assign",
    auth: "bearer",
    access: { freshClient: true },
    limits: { bucket: "screening" },
    params,
    body: AssigneeRequest,
    answers: { 200: QueuedDecision },
    refuses: ["not_found"],
    run: (ports, { unit, caller, params, body }) =>
      assignDecision(ports, { unit, caller, id: params.decisionId, request: body }),
  });

/** GET /v1/screen/cleared-pairs (decisions-3.md part 21). */
const listPairsRoute = defineRoute({
  method: "get",
  path: "/v1/screen/cleared-pairs",
  summary: "List customers who are cleared of listed entities",
  documentation: {
    operationId: "listClearedPairs",
    tag: "desk",
    description:
      "Begun by reviews with `clearForDays`, in that order. That an entry or a customer has changed is seen by the next screening with its `subjectRef`. Listed until 400 days after its end.",
  },
  service: "screening",
  kind: "list",
  auth: "bearer",
  access: { freshClient: true },
  limits: { bucket: "screening" },
  query: PairQuery,
  answers: { 200: PairPage },
  refuses: ["bad_request"],
  run: (ports, { caller: { clientId: client }, query, request: { mode } }) =>
    listPairs(ports, { client, mode, query }),
});

/** DELETE /v1/screen/cleared-pairs/{pairId} (decisions-3.md part 21). */
const endPairRoute = defineRoute({
  method: "delete",
  path: "/v1/screen/cleared-pairs/{pairId}",
  summary: "End a cleared pair",
  documentation: {
    operationId: "endClearedPair",
    tag: "desk",
    description: "From now on it marks no candidate. Decisions and reviews stay as they are.",
  },
  service: "screening",
  kind: "end_pair",
  auth: "bearer",
  access: { freshClient: true },
  limits: { bucket: "screening" },
  params: z.object({ pairId: PairId.meta({ description: "`pairId` of a cleared pair" }) }),
  answers: { 200: EndedPair },
  refuses: ["not_found"],
  run: (ports, { unit, caller: { clientId: client }, params, request: { mode } }) =>
    endPair(ports, { unit, client, mode, id: params.pairId }),
});
