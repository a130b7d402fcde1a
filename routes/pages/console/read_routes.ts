import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import { TemplateId } from "../../../core/credentials/template_schema.ts";
import { auditVerificationJob } from "../../../core/operators/jobs.ts";
import { readOverview } from "../../../core/operators/read_overview.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { checkpointsShown, renderAuditLog } from "./audit_page.ts";
import { formTokenField, redirectTo, tokenForm } from "../person_page.ts";
import { act, operatorOf, page, pageOf, sandboxClientOf } from "./frame.ts";
import { chartHours } from "./hour_chart.ts";
import { renderOverview } from "./overview_page.ts";
import { renderTemplate, renderTemplates, templatesShown } from "./template_pages.ts";

const overviewRoute = defineRoute({
  ...page,
  path: "/console",
  summary: "Overview of the console",
  run: async (ports, { caller, request: { mode } }) => {
    const sandboxClient = sandboxClientOf(caller);
    const overview = await readOverview(ports, { mode, sandboxClient, hours: chartHours });
    const body = renderOverview(overview, { isSandbox: sandboxClient !== null });
    return pageOf(caller, { title: "Console", current: "/console", body });
  },
});

const templates = "/console/templates";

const templatesRoute = defineRoute({
  ...page,
  path: templates,
  summary: "Credential templates that wait",
  run: async ({ operators }, { caller }) => {
    const isSandbox = sandboxClientOf(caller) !== null;
    const asked = { academicIssuerId: null, status: "PENDING_REVIEW", cursor: null } as const;
    const waiting = isSandbox
      ? []
      : (await operators.templates.list({ ...asked, limit: templatesShown })).templates;
    const body = renderTemplates(waiting, { isSandbox });
    return pageOf(caller, { title: "Templates", current: templates, body });
  },
});

const templateRoute = defineRoute({
  ...page,
  path: `${templates}/{id}`,
  summary: "A credential template",
  params: z.object({ id: TemplateId }),
  refuses: ["not_found"],
  run: async ({ operators }, { caller, params: { id } }) => {
    const found = sandboxClientOf(caller) === null ? await operators.templates.find(id) : null;
    if (found === null) return refuse({ code: "not_found" } as const);
    const body = renderTemplate(found.template);
    return pageOf(caller, { title: "Template", current: templates, body });
  },
});

const audit = "/console/audit";

const auditRoute = defineRoute({
  ...page,
  path: audit,
  summary: "The audit log",
  run: async ({ operators: { auditLog, wake } }, { caller }) => {
    const isSandbox = sandboxClientOf(caller) !== null;
    const last = isSandbox ? null : await auditLog.verifications.last();
    const waits = last !== null && last.ended === null;
    if (waits) wake(auditVerificationJob);
    const formToken = isSandbox ? null : formTokenField(caller);
    const body = renderAuditLog(await auditLog.state(checkpointsShown), { last, formToken });
    return pageOf(caller, { title: "Audit log", current: audit, body, waits });
  },
});

const verifyRoute = defineRoute({
  ...act,
  path: `${audit}/verify`,
  summary: "Have the audit log be verified",
  form: { ...tokenForm, on: { page: auditRoute } },
  refuses: ["bad_request"],
  run: async ({ operators: { auditLog }, clock }, { unit, caller }) => {
    const message = sandboxClientOf(caller) !== null
      ? "A sandbox verifies its log by the command alone"
      : "A verification is under way";
    const askedAt = clock.now().toString({ smallestUnit: "millisecond" });
    const isAsked = sandboxClientOf(caller) === null &&
      await auditLog.verifications.ask(unit, { askedAt, askedBy: operatorOf(caller) });
    return isAsked ? redirectTo(audit) : refuse({ code: "bad_request", message } as const);
  },
});

/** The pages that show the deployment and change nothing. */
export const readRoutes: readonly Route[] = [
  overviewRoute,
  templatesRoute,
  templateRoute,
  auditRoute,
  verifyRoute,
];
