import type { Once } from "../../../base/once.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import type { ClientId, TenantCaller } from "../../access/schema.ts";
import type { PreparedBatch } from "../batch_ports.ts";
import { BatchId, CredentialBatch, type StudentRow } from "../batch_schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import { verifyPreparer } from "../step_up/verify_preparer.ts";
import type { StepUpRefusal } from "../step_up/verify_step_up.ts";
import type { CredentialTemplate } from "../template_schema.ts";
import { compileClaims } from "../templates/claims_check.ts";
import { batchSummary } from "./batch_summary.ts";
import { checkRows } from "./check_rows.ts";
import type { BatchOperationPorts } from "./find_batch.ts";
import type { BatchSummary, CreateBatchRequest } from "./schema.ts";
import type { RowProblem } from "./source_rows.ts";

/** A batch to create. */
export interface CreateBatch {
  readonly unit: Unit;
  /** The request's `Once`: a repeated run does not write again. */
  readonly once: Once;
  readonly caller: TenantCaller;
  readonly request: CreateBatchRequest;
  /** Value of `x-credentials-step-up-assertion`; null when the header is missing. */
  readonly assertion: string | null;
}

/** Unknown or foreign institution, template or signatory; template not approved; invalid rows. */
export type CreateBatchRefusal =
  /** The preparing signatory has not authenticated, although policy requires it. */
  | StepUpRefusal
  | { readonly code: "not_found" | "template_not_approved" }
  | {
    readonly code: "bad_request";
    readonly message?: string;
    readonly rows?: readonly RowProblem[];
  };

/** A batch whose rows are written, invisible until its unit is committed. */
interface Accepted extends PreparedBatch {
  readonly batch: CredentialBatch;
}

/**
 * Creates a batch of all rows, or none. The rows are written first, in as many commits as needed;
 * the unit makes them visible and uses up the preparer's assertion if one is required. A repeat
 * under its key is replayed without a further assertion; a repeat that ran concurrently discards
 * its rows.
 *
 * @see Credentials §4, rule 6
 */
export async function createBatch(
  ports: BatchOperationPorts,
  { unit, once, caller, request, assertion }: CreateBatch,
): Promise<Result<BatchSummary, CreateBatchRefusal>> {
  const template = await findTemplate(ports, caller, request);
  if (!template.ok) return template;
  const { academicIssuerId, preparedBySignatoryId: signatoryId } = request;
  const preparer = await verifyPreparer(ports, { assertion, academicIssuerId, signatoryId });
  if (!preparer.ok) return preparer;
  const accepted = await once(
    () => accept(ports, template.value, { clientId: caller.clientId, request }),
    async (left) => left.ok ? await left.value.discard() : undefined,
  );
  if (!accepted.ok) return accepted;
  const { batch, add } = accepted.value;
  add(unit);
  if (preparer.value !== null) ports.stepUp.use(unit, preparer.value.assertion);
  ports.audit.record(unit, {
    kind: "BATCH_CREATED",
    clientId: caller.clientId,
    mode: batch.mode,
    academicIssuerId: batch.academicIssuerId,
    batchId: batch.id,
    credentialTemplateId: batch.credentialTemplateId,
    preparedBySignatoryId: batch.preparedBySignatoryId,
    items: batch.itemCount,
  });
  return ok(batchSummary(batch));
}

async function findTemplate(
  ports: BatchOperationPorts,
  caller: TenantCaller,
  { academicIssuerId, credentialTemplateId, preparedBySignatoryId }: CreateBatchRequest,
): Promise<Result<CredentialTemplate, CreateBatchRefusal>> {
  const institution = await institutionOf(ports, caller, ports.mode);
  if (!actsFor(institution, academicIssuerId)) return refuse({ code: "not_found" });
  const [issuer, found, signatory] = await Promise.all([
    ports.academicIssuers.find(academicIssuerId),
    ports.credentialTemplates.find(credentialTemplateId),
    ports.signatories.find(preparedBySignatoryId),
  ]);
  if (
    issuer === null || found?.template.academicIssuerId !== academicIssuerId ||
    signatory?.academicIssuerId !== academicIssuerId
  ) return refuse({ code: "not_found" });
  const { template } = found;
  return template.status === "APPROVED" ? ok(template) : refuse({ code: "template_not_approved" });
}

async function readRows(
  ports: BatchOperationPorts,
  { claimsSchema }: CredentialTemplate,
  { submitted }: CreateBatchRequest,
): Promise<Result<readonly StudentRow[], CreateBatchRefusal>> {
  const { schemaLimits, batchRowsMax } = ports.batchRules;
  const claims = compileClaims(claimsSchema, schemaLimits);
  if (!claims.ok) throw new Error("The schema of an approved template does not compile");
  const checked = await checkRows(ports, submitted, claims.value);
  switch (checked.kind) {
    case "rows":
      return ok(checked.rows);
    case "problems":
      return refuse({ code: "bad_request", rows: checked.problems });
    case "none":
      return refuse({ code: "bad_request", message: 'Field "csvContent" has no row' });
    case "too_many":
      return refuse({
        code: "bad_request",
        message: `A batch has at most ${batchRowsMax} rows; send the others as another batch`,
      });
    case "too_complex":
      return refuse({
        code: "bad_request",
        message: "Validating these rows takes too many steps; send fewer rows in a batch",
      });
    default:
      return checked satisfies never;
  }
}

async function accept(
  ports: BatchOperationPorts,
  template: CredentialTemplate,
  { clientId, request }: { readonly clientId: ClientId; readonly request: CreateBatchRequest },
): Promise<Result<Accepted, CreateBatchRefusal>> {
  const rows = await readRows(ports, template, request);
  if (!rows.ok) return rows;
  const { submitted: { submissionMethod }, ...named } = request;
  const batch: CredentialBatch = {
    ...named,
    id: BatchId.parse(uuidV7(ports)),
    clientId,
    mode: ports.mode,
    submissionMethod,
    status: "PENDING_APPROVAL",
    createdAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    approvedAt: null,
    approvedBySignatoryId: null,
    itemCount: rows.value.length,
    differing: [],
    recheckedBy: [],
  };
  return ok({ batch, ...await ports.credentialBatches.prepare(batch, rows.value) });
}
