import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import { TemplateId } from "../../../core/credentials/template_schema.ts";
import { readOverview } from "../../../core/operators/read_overview.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { checkpointsShown, renderAuditLog } from "./audit_page.ts";
import { page, pageOf, sandboxClientOf } from "./frame.ts";
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

const auditRoute = defineRoute({
  ...page,
  path: "/console/audit",
  summary: "The audit log",
  run: async ({ operators }, { caller }) => {
    const body = renderAuditLog(await operators.auditLog.state(checkpointsShown));
    return pageOf(caller, { title: "Audit log", current: "/console/audit", body });
  },
});

/** The pages that show the deployment and change nothing. */
export const readRoutes: readonly Route[] = [
  overviewRoute,
  templatesRoute,
  templateRoute,
  auditRoute,
];
