import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { TenantCaller } from "../../access/schema.ts";
import type { BatchPorts, FoundItem } from "../batch_ports.ts";
import { verifyPreparer } from "../step_up/verify_preparer.ts";
import type { StepUpRefusal } from "../step_up/verify_step_up.ts";
import type { CredentialTemplates } from "../template_ports.ts";
import { compileClaims } from "../templates/claims_check.ts";
import { compareClaims } from "./compare_claims.ts";
import { type BatchOperationPorts, findBatchItem, type ItemPlace } from "./find_batch.ts";
import { isSamePerson } from "./same_person.ts";
import type { RecheckAnswer, RecheckRequest } from "./schema.ts";
import { tidyClaims } from "./tidy_claims.ts";

/** A recheck. */
export interface RecheckItem {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly place: ItemPlace;
  readonly request: RecheckRequest;
  /** Value of `x-credentials-step-up-assertion`; null when the header is missing. */
  readonly assertion: string | null;
}

/** Unknown or foreign item or signatory; approved batch; or the signatory prepared the batch. */
export type RecheckRefusal =
  /** The rechecking signatory has not authenticated, although policy requires it. */
  | StepUpRefusal
  | { readonly code: "not_found" | "batch_not_approvable" | "four_eyes_violation" };

/**
 * Compares claims that a signatory entered again with the stored ones, and records the result: a
 * batch cannot be approved while an item's last recheck found a difference. A required assertion is
 * valid for every item until it is too old, since a recheck does not use it up.
 *
 * @see Credentials §4, rule 7
 */
export async function recheckItem(
  ports: BatchOperationPorts,
  { unit, caller, place, request, assertion }: RecheckItem,
): Promise<Result<RecheckAnswer, RecheckRefusal>> {
  const found = await findBatchItem(ports, caller, place);
  if (found === null) return refuse({ code: "not_found" });
  const { batch, item } = found;
  const signatory = await ports.signatories.find(request.recheckingSignatoryId);
  if (signatory?.academicIssuerId !== batch.academicIssuerId) return refuse({ code: "not_found" });
  const { academicIssuerId } = batch;
  const proven = await verifyPreparer(ports, {
    assertion,
    academicIssuerId,
    signatoryId: signatory.id,
  });
  if (!proven.ok) return proven;
  if (batch.status !== "PENDING_APPROVAL" || item.row === null) {
    return refuse({ code: "batch_not_approvable" });
  }
  if (await isSamePerson(ports.signatories, signatory, [batch.preparedBySignatoryId])) {
    return refuse({ code: "four_eyes_violation" });
  }
  const known = await claimNames(ports, found);
  // Rows of versions before may have blanks around their texts.
  const onFile = tidyClaims(item.row.claimValues).values;
  const entered = tidyClaims(request.claimValues).values;
  const differences = compareClaims(onFile, entered, known);
  const matches = differences.length === 0;
  found.noteRecheck(unit, {
    recheckedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    recheckingSignatoryId: signatory.id,
    matches,
  });
  ports.audit.record(unit, {
    kind: "BATCH_ITEM_RECHECKED",
    clientId: caller.clientId,
    academicIssuerId: batch.academicIssuerId,
    batchId: batch.id,
    itemId: item.id,
    recheckingSignatoryId: signatory.id,
    matches,
  });
  return ok({ itemId: item.id, matches, differences });
}

async function claimNames(
  { credentialTemplates, batchRules }: Pick<BatchPorts, "batchRules"> & {
    readonly credentialTemplates: CredentialTemplates;
  },
  { batch }: FoundItem,
): Promise<readonly string[]> {
  const found = await credentialTemplates.find(batch.credentialTemplateId);
  if (found === null) return [];
  const claims = compileClaims(found.template.claimsSchema, batchRules.schemaLimits);
  return claims.ok ? claims.value.claimNames : [];
}
