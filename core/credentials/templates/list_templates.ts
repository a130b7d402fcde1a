import { ok, refuse, type Result } from "../../../base/result.ts";
import type { TenantCaller } from "../../access/schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import { AcademicIssuerId } from "../issuer_schema.ts";
import type { TemplatePorts } from "../template_ports.ts";
import { type TemplateList, type TemplateListQuery, templateRead } from "./schema.ts";

/** Input of {@link listTemplates}. */
export interface ListTemplates {
  readonly caller: TenantCaller;
  readonly query: TemplateListQuery;
}

/**
 * Lists templates, newest first: those of the caller's own institution; in a sandbox, of every
 * institution. Another or an unknown institution is not found.
 *
 * @see Credentials §4, rule 3
 */
export async function listTemplates(
  ports: Pick<TemplatePorts, "academicIssuers" | "clients" | "credentialTemplates" | "mode">,
  { caller, query: { academicIssuerId: asked, status, limit, cursor } }: ListTemplates,
): Promise<Result<TemplateList, { readonly code: "not_found" }>> {
  const institution = await institutionOf(ports, caller, ports.mode);
  const page = { status: status ?? null, limit, cursor: cursor ?? null };
  if (asked !== undefined) {
    const academicIssuerId = AcademicIssuerId.safeParse(asked);
    const isKnown = academicIssuerId.success && actsFor(institution, academicIssuerId.data) &&
      await ports.academicIssuers.find(academicIssuerId.data) !== null;
    return isKnown
      ? await list(ports, { ...page, academicIssuerId: academicIssuerId.data })
      : refuse({ code: "not_found" });
  }
  if (institution.kind === "none") return ok({ templates: [], nextCursor: null });
  const academicIssuerId = institution.kind === "one" ? institution.id : null;
  return await list(ports, { ...page, academicIssuerId });
}

async function list(
  { credentialTemplates }: Pick<TemplatePorts, "credentialTemplates">,
  asked: Parameters<TemplatePorts["credentialTemplates"]["list"]>[0],
): Promise<Result<TemplateList, never>> {
  const { templates, nextCursor } = await credentialTemplates.list(asked);
  return ok({ templates: templates.map(templateRead), nextCursor });
}
