import { z } from "zod";
import { createTemplate } from "../../core/credentials/templates/create_template.ts";
import { listTemplates } from "../../core/credentials/templates/list_templates.ts";
import { reviewTemplate } from "../../core/credentials/templates/review_template.ts";
import {
  TemplateList,
  templateListQuery,
  TemplateRead,
  TemplateRequest,
  templateReview,
} from "../../core/credentials/templates/schema.ts";
import { submitTemplate } from "../../core/credentials/templates/submit_template.ts";
import { TemplateId } from "../../core/credentials/template_schema.ts";
import type { Limits } from "../../core/policy/limits.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";

/** The routes of credential templates (Credentials §4). */
export function credentialTemplateRoutes(limits: Limits): readonly Route[] {
  return [
    createTemplateRoute(limits),
    listTemplatesRoute(limits),
    submitTemplateRoute,
    reviewTemplateRoute(limits),
  ];
}

const templates = "/v1/credentials/issue/templates";

const TemplatePath = z.object({ id: TemplateId });

/** Roles that work on templates of an institution. */
const issuerRoles = ["credentials-api-client", "credentials-api-issuer"] as const;

/** POST /v1/credentials/issue/templates (Credentials §4, rule 4). */
const createTemplateRoute = (limits: Limits) =>
  defineRoute({
    method: "post",
    path: templates,
    summary: "Create a template of credentials",
    documentation: {
      operationId: "createTemplate",
      description:
        "It is a DRAFT until it is submitted. In live `academicIssuerId` is the institution that the caller's key is bound to; any other is not found.",
    },
    service: "credentials",
    kind: "template_create",
    auth: "bearer",
    access: { roles: issuerRoles },
    limits: { bucket: "credentials" },
    body: TemplateRequest,
    answers: { 201: TemplateRead },
    refuses: ["not_found", "bad_request"],
    run: async (ports, { unit, caller, body }) => {
      const created = await createTemplate(ports, { unit, caller, request: body, limits });
      return created.ok ? reply(201, created.value) : created;
    },
  });

/** GET /v1/credentials/issue/templates (Credentials §4, rule 3). */
const listTemplatesRoute = (limits: Limits) =>
  defineRoute({
    method: "get",
    path: templates,
    summary: "List templates, newest first",
    documentation: {
      operationId: "listTemplates",
      description:
        "Those of the caller's own institution; in sandbox those of every one. An institution that is unknown, or another one, is not found.",
    },
    service: "credentials",
    kind: "template_list",
    auth: "bearer",
    access: { roles: issuerRoles },
    limits: { bucket: "credentials" },
    query: templateListQuery(limits),
    answers: { 200: TemplateList },
    refuses: ["not_found"],
    run: (ports, { caller, query }) => listTemplates(ports, { caller, query }),
  });

/** POST /v1/credentials/issue/templates/{id}/submit (Credentials §4, rule 5). */
const submitTemplateRoute = defineRoute({
  method: "post",
  path: `${templates}/{id}/submit`,
  summary: "Submit a template for review",
  documentation: {
    operationId: "submitTemplate",
    description:
      "A DRAFT becomes PENDING_REVIEW. One that was rejected is not submitted again: create another one.",
  },
  service: "credentials",
  kind: "template_submit",
  auth: "bearer",
  access: { roles: issuerRoles },
  limits: { bucket: "credentials" },
  params: TemplatePath,
  answers: { 200: TemplateRead },
  refuses: ["not_found", "template_not_submittable"],
  run: (ports, { unit, caller, params }) => submitTemplate(ports, { unit, caller, id: params.id }),
});

/** POST /v1/credentials/issue/templates/{id}/review (Credentials §3). */
const reviewTemplateRoute = (limits: Limits) =>
  defineRoute({
    method: "post",
    path: `${templates}/{id}/review`,
    summary: "Record the decision about a template",
    documentation: {
      operationId: "reviewTemplate",
      description:
        "PENDING_REVIEW becomes APPROVED or REJECTED, once and for all. A key that is bound to the template's own institution reviews nothing of it.",
    },
    service: "credentials",
    kind: "template_review",
    auth: "bearer",
    access: { roles: ["credentials-api-reviewer"], freshClient: true },
    limits: { bucket: "credentials" },
    params: TemplatePath,
    body: templateReview(limits),
    answers: { 200: TemplateRead },
    refuses: ["not_found", "four_eyes_violation", "template_not_reviewable"],
    run: (ports, { unit, caller, params, body }) =>
      reviewTemplate(ports, { unit, caller, id: params.id, review: body }),
  });
