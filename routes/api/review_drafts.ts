import { z } from "zod";
import { ApplicationId } from "../../core/kyb/application_schema.ts";
import { draftReview } from "../../core/kyb/review/draft_review.ts";
import { findLatestReview } from "../../core/kyb/review/find_latest_review.ts";
import { ReviewDraft } from "../../core/kyb/review_schema.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";

const ApplicationPath = z.object({ applicationId: ApplicationId });

const drafts = "/v1/kyb-applications/{applicationId}/review-drafts";

/**
 * Permits staff, from any address. To all others the resource does not exist (decisions.md part 4).
 */
const forStaff = {
  service: "screening",
  auth: "bearer",
  access: {
    roles: ["kyb-reviewer"],
    hidesForbidden: true,
    fromAnywhere: true,
    freshClient: true,
  },
} as const;

/** POST /v1/kyb-applications/{applicationId}/review-drafts (Screening §4, rule 9). */
const draftReviewRoute = defineRoute({
  ...forStaff,
  method: "post",
  path: drafts,
  summary: "Draft advice on the decision of an application",
  documentation: {
    operationId: "draftKybReview",
    description:
      "For staff. It reads the evidence on file, calls no external service and leaves the application as it is: a person decides. To a caller without the role, and to the applicant, the application does not exist.",
  },
  kind: "kyb_review",
  params: ApplicationPath,
  answers: { 201: ReviewDraft },
  refuses: ["not_found", "kyb_application_not_reviewable"],
  run: async (ports, { unit, caller, params: { applicationId }, request: { mode } }) => {
    const drafted = await draftReview(ports, { unit, caller, applicationId, mode });
    return drafted.ok ? reply(201, drafted.value) : drafted;
  },
});

/** GET /v1/kyb-applications/{applicationId}/review-drafts/latest (Screening §4, rule 9). */
const readLatestReviewRoute = defineRoute({
  ...forStaff,
  method: "get",
  path: `${drafts}/latest`,
  summary: "Read the latest review draft of an application",
  documentation: {
    operationId: "readLatestKybReview",
    description: "For staff. Makes no new draft: 404 if there is none.",
  },
  kind: "kyb_review_read",
  params: ApplicationPath,
  answers: { 200: ReviewDraft },
  refuses: ["not_found"],
  run: (ports, { caller, params: { applicationId }, request: { mode } }) =>
    findLatestReview(ports, { caller, applicationId, mode }),
});

/** The routes of review drafts (Screening §4). */
export const reviewDraftRoutes: readonly Route[] = [draftReviewRoute, readLatestReviewRoute];
