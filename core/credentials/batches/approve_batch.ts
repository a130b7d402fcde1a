import { createHash } from "node:crypto";
import { isSameSecret } from "../../../base/constant_time.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { TenantCaller } from "../../access/schema.ts";
import type { BatchId } from "../batch_schema.ts";
import type { SignatoryId } from "../issuer_schema.ts";
import type { FoundBatch } from "../batch_ports.ts";
import {
  type StepUpRefusal,
  type VerifiedStepUp,
  verifyStepUp,
} from "../step_up/verify_step_up.ts";
import { batchSummary } from "./batch_summary.ts";
import { type BatchOperationPorts, findBatch } from "./find_batch.ts";
import { isSamePerson } from "./same_person.ts";
import type { BatchSummary } from "./schema.ts";

/** The approver, the batch and the assertion. */
export interface Approval {
  readonly caller: TenantCaller;
  readonly id: BatchId;
  readonly approvedBySignatoryId: SignatoryId;
  /** Value of `x-credentials-step-up-assertion`; null when the header is missing. */
  readonly assertion: string | null;
}

/**
 * Unknown or foreign batch, insufficient assertion, batch not open, or a signatory who worked on
 * it.
 */
export type ApproveRefusal =
  | StepUpRefusal
  | { readonly code: "not_found" | "batch_not_approvable" | "four_eyes_violation" };

/**
 * Verifies, before a replay is looked up, that the approving signatory of the batch's institution
 * has just authenticated. A repeat presents a new assertion, or the one that approved the batch.
 * Writes nothing.
 *
 * @see Credentials §4, rule 8; decisions-3.md part 20
 */
export async function proveApproval(
  ports: BatchOperationPorts,
  approval: Approval,
): Promise<Result<undefined, ApproveRefusal>> {
  const found = await findBatch(ports, approval.caller, approval.id);
  if (found === null) return refuse({ code: "not_found" });
  if (isRepeated(found.batch, approval)) return ok(undefined);
  const proven = await prove(ports, found, approval);
  return proven.ok ? ok(undefined) : proven;
}

/**
 * Approves a batch: each of its items then has an offer. The approving signatory must have neither
 * prepared the batch nor rechecked an item. One commit, for a batch of any size, also uses up the
 * assertion; it fails if a recheck changed the batch meanwhile.
 *
 * @see Credentials §3 and §4, rule 8
 */
export async function approveBatch(
  ports: BatchOperationPorts,
  { unit, ...approval }: Approval & { readonly unit: Unit },
): Promise<Result<BatchSummary, ApproveRefusal>> {
  const found = await findBatch(ports, approval.caller, approval.id);
  if (found === null) return refuse({ code: "not_found" });
  const proven = await prove(ports, found, approval);
  if (!proven.ok) return proven;
  const { signatory, assertion } = proven.value;
  const { batch } = found;
  if (batch.status !== "PENDING_APPROVAL" || batch.differing.length > 0) {
    return refuse({ code: "batch_not_approvable" });
  }
  const worked = [batch.preparedBySignatoryId, ...batch.recheckedBy];
  if (await isSamePerson(ports.signatories, signatory, worked)) {
    return refuse({ code: "four_eyes_violation" });
  }
  const at = ports.clock.now().toString({ smallestUnit: "millisecond" });
  found.approve(unit, { at, by: signatory.id, digest: digestOf(approval.assertion ?? "") });
  ports.stepUp.use(unit, assertion);
  ports.audit.record(unit, {
    kind: "BATCH_APPROVED",
    clientId: approval.caller.clientId,
    academicIssuerId: batch.academicIssuerId,
    batchId: batch.id,
    approvedBySignatoryId: signatory.id,
    items: batch.itemCount,
  });
  return ok(batchSummary({
    ...batch,
    status: "APPROVED",
    approvedAt: at,
    approvedBySignatoryId: signatory.id,
  }));
}

async function prove(
  ports: BatchOperationPorts,
  { batch: { academicIssuerId } }: FoundBatch,
  { assertion, approvedBySignatoryId: signatoryId }: Approval,
): Promise<Result<VerifiedStepUp, StepUpRefusal>> {
  return await verifyStepUp(ports, { assertion, academicIssuerId, signatoryId });
}

/**
 * Whether an approval presents the assertion that approved this batch, for the same signatory: it
 * was verified then, and approves nothing else. Without the stored answer the assertion counts as
 * used.
 */
function isRepeated(
  { approvalDigest, approvedBySignatoryId: by }: FoundBatch["batch"],
  { assertion, approvedBySignatoryId }: Approval,
): boolean {
  return assertion !== null && approvalDigest !== undefined && by === approvedBySignatoryId &&
    isSameSecret(digestOf(assertion), approvalDigest);
}

function digestOf(assertion: string): string {
  return createHash("sha256").update(assertion).digest("hex");
}
