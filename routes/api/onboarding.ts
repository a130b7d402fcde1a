import {
  applicantOf,
  comparedForm,
  draftApplication,
  draftReference,
  readApplication,
  restoreDraft,
} from "../../core/kyb/draft_application.ts";
import {
  OnboardingDraft,
  type OnboardingLimits,
  onboardingRequest,
} from "../../core/kyb/schema.ts";
import { defineRoute, type Route } from "../http/route.ts";

/**
 * POST /v1/onboarding/kyb-applications (Screening §4, rule 8). Its answer is stored by reference to
 * the draft.
 */
export function onboardingRoute(limits: OnboardingLimits): Route {
  return defineRoute({
    method: "post",
    path: "/v1/onboarding/kyb-applications",
    summary: "Draft advice on an application to become a customer",
    documentation: {
      operationId: "draftKybApplication",
      description:
        "For a public form: no token, limited by source. It advises and decides nothing; a person reads the draft. What cannot be read is null with an advisory flag. An `idempotency-key` belongs to the company that country and number name.",
    },
    service: "screening",
    kind: "kyb_onboarding",
    auth: "none",
    access: { anonymous: "applicant" },
    limits: { bucket: "onboarding" },
    idempotency: {
      owner: applicantOf,
      reserves: true,
      comparedBy: comparedForm,
      keptBy: { reference: draftReference, restore: restoreDraft },
    },
    body: onboardingRequest(limits).transform(readApplication),
    answers: { 200: OnboardingDraft },
    run: (ports, { unit, body: { normalized }, request: { mode } }) =>
      draftApplication(ports, { unit, normalized, mode }),
  });
}
