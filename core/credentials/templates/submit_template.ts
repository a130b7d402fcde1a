import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { TenantCaller } from "../../access/schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import type { TemplatePorts } from "../template_ports.ts";
import type { TemplateId } from "../template_schema.ts";
import { type TemplateRead, templateRead } from "./schema.ts";

/** Input of {@link submitTemplate}. */
export interface SubmitTemplate {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: TemplateId;
}

/** Unknown, of another institution, or not a draft. */
export type SubmitRefusal = { readonly code: "not_found" | "template_not_submittable" };

/**
 * Submits a draft for review. A rejected template stays rejected and keeps its notes; a new attempt
 * is another template.
 *
 * @see Credentials §3 and §4, rule 5
 */
export async function submitTemplate(
  ports: Pick<TemplatePorts, "clients" | "clock" | "credentialTemplates" | "mode">,
  { unit, caller, id }: SubmitTemplate,
): Promise<Result<TemplateRead, SubmitRefusal>> {
  const institution = await institutionOf(ports, caller, ports.mode);
  const found = await ports.credentialTemplates.find(id);
  if (found === null || !actsFor(institution, found.template.academicIssuerId)) {
    return refuse({ code: "not_found" });
  }
  if (found.template.status !== "DRAFT") return refuse({ code: "template_not_submittable" });
  const submittedAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  const submitted = { ...found.template, status: "PENDING_REVIEW", submittedAt } as const;
  found.change(unit, submitted);
  return ok(templateRead(submitted));
}
