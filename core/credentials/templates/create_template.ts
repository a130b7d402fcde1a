import type { Json } from "../../../base/json.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import type { SchemaIssue } from "../../../standards/json_schema/issue.ts";
import type { SchemaLimits } from "../../../standards/json_schema/limits.ts";
import {
  type DisclosureFrame,
  parseDisclosureFrame,
} from "../../../standards/sd_jwt/disclosure_frame.ts";
import type { TenantCaller } from "../../access/schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import { AcademicIssuerId } from "../issuer_schema.ts";
import type { TemplatePorts } from "../template_ports.ts";
import { type CredentialTemplate, TemplateId } from "../template_schema.ts";
import { checkFrame } from "./check_frame.ts";
import { compileClaims, unusableClaimIn } from "./claims_check.ts";
import { type TemplateRead, templateRead, type TemplateRequest } from "./schema.ts";

/** Input of {@link createTemplate}. */
export interface CreateTemplate {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly request: TemplateRequest;
  readonly limits: SchemaLimits;
}

/** An institution that is unknown or not the caller's; a refused schema or frame. */
export type CreateRefusal =
  | { readonly code: "not_found" }
  | { readonly code: "bad_request"; readonly message: string };

/**
 * Creates a template in state `DRAFT`.
 *
 * @see Credentials §4, rule 4
 */
export async function createTemplate(
  ports: Pick<
    TemplatePorts,
    "academicIssuers" | "clients" | "clock" | "credentialTemplates" | "mode" | "random"
  >,
  { unit, caller, request, limits }: CreateTemplate,
): Promise<Result<TemplateRead, CreateRefusal>> {
  const issuerId = AcademicIssuerId.safeParse(request.academicIssuerId);
  const institution = await institutionOf(ports, caller, ports.mode);
  if (!issuerId.success || !actsFor(institution, issuerId.data)) {
    return refuse({ code: "not_found" });
  }
  if (await ports.academicIssuers.find(issuerId.data) === null) {
    return refuse({ code: "not_found" });
  }
  const content = checkContent(request, limits);
  if (!content.ok) return content;
  const template: CredentialTemplate = {
    id: TemplateId.parse(uuidV7(ports)),
    mode: ports.mode,
    academicIssuerId: issuerId.data,
    credentialType: request.credentialType,
    ...content.value,
    status: "DRAFT",
    createdAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    submittedAt: null,
    reviewedAt: null,
    reviewNotes: null,
  };
  ports.credentialTemplates.add(unit, template);
  return ok(templateRead(template));
}

function checkContent(
  { claimsSchema, sdJwtDisclosureFrame }: TemplateRequest,
  limits: SchemaLimits,
): Result<
  { readonly claimsSchema: Json; readonly sdJwtDisclosureFrame: DisclosureFrame },
  CreateRefusal
> {
  const compiled = compileClaims(claimsSchema, limits);
  if (!compiled.ok) return refused("claimsSchema", compiled.refusal.issues);
  const unusable = unusableClaimIn(claimsSchema);
  if (unusable !== null) return refused("claimsSchema", [unusable]);
  const frame = parseDisclosureFrame(sdJwtDisclosureFrame);
  if (!frame.ok) return refused("sdJwtDisclosureFrame", [frame.refusal.issue]);
  const unnamed = checkFrame(claimsSchema, frame.value);
  if (unnamed !== null) return refused("sdJwtDisclosureFrame", [unnamed]);
  return ok({ claimsSchema, sdJwtDisclosureFrame: frame.value });
}

/** Maximum problems in one answer. */
const problemsShown = 5;
/** Maximum shown characters of a path. */
const pathCharacters = 200;

function refused(field: string, issues: readonly SchemaIssue[]): Result<never, CreateRefusal> {
  const shown = issues.slice(0, problemsShown).map(({ path, reason }) =>
    path === "" ? `it ${reason}` : `${shorten(path)} ${reason}`
  );
  const more = issues.length > problemsShown ? ["there is more"] : [];
  return refuse({
    code: "bad_request",
    message: `Field "${field}" is refused: ${[...shown, ...more].join("; ")}`,
  });
}

function shorten(path: string): string {
  const whole = path.toWellFormed();
  return whole.length <= pathCharacters ? whole : `…${whole.slice(-pathCharacters).toWellFormed()}`;
}
