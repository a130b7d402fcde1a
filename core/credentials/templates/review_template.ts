import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { TenantCaller } from "../../access/schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import type { TemplatePorts } from "../template_ports.ts";
import type { TemplateId } from "../template_schema.ts";
import { type TemplateRead, templateRead, type TemplateReview } from "./schema.ts";

/** Input of {@link reviewTemplate}. */
export interface ReviewTemplate {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: TemplateId;
  readonly review: TemplateReview;
}

/** Unknown, belongs to the reviewer's own institution, not submitted, or already reviewed. */
export type TemplateReviewRefusal = {
  readonly code: "not_found" | "four_eyes_violation" | "template_not_reviewable";
};

/**
 * Records the final decision on a submitted template, which then never changes. Reviewers belong to
 * no institution and review the templates of all; a caller whose key is bound to an institution may
 * not review that institution's templates.
 *
 * @see Credentials §3
 */
export async function reviewTemplate(
  ports: Pick<TemplatePorts, "audit" | "clients" | "clock" | "credentialTemplates" | "mode">,
  { unit, caller, id, review: { decision, notes } }: ReviewTemplate,
): Promise<Result<TemplateRead, TemplateReviewRefusal>> {
  const found = await ports.credentialTemplates.find(id);
  if (found === null) return refuse({ code: "not_found" });
  const { template } = found;
  const { academicIssuerId } = template;
  const institution = await institutionOf(ports, caller, ports.mode);
  if (institution.kind === "one" && actsFor(institution, academicIssuerId)) {
    return refuse({ code: "four_eyes_violation" });
  }
  if (template.status !== "PENDING_REVIEW") return refuse({ code: "template_not_reviewable" });
  const reviewed = {
    ...template,
    status: decision,
    reviewedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    reviewNotes: notes ?? null,
  };
  found.change(unit, reviewed);
  ports.audit.record(unit, {
    kind: "TEMPLATE_REVIEWED",
    templateId: id,
    academicIssuerId,
    decision,
  });
  return ok(templateRead(reviewed));
}
