import type { TenantCaller } from "../../access/schema.ts";
import type { BatchId, BatchItemId } from "../batch_schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import type { BatchPorts, FoundBatch, FoundItem } from "../batch_ports.ts";

/** What an institution's operations on batches need: those that issue and revoke need more. */
export type BatchOperationPorts = Omit<BatchPorts, "credentialStatuses">;

/** Ports of {@link findBatch}. */
export type FindBatchPorts = Pick<BatchPorts, "clients" | "credentialBatches" | "mode">;

/** A batch of an institution that the caller acts for. @returns null for every other one */
export async function findBatch(
  ports: FindBatchPorts,
  caller: TenantCaller,
  id: BatchId,
): Promise<FoundBatch | null> {
  const found = await ports.credentialBatches.find(id);
  if (found === null) return null;
  const institution = await institutionOf(ports, caller, ports.mode);
  return actsFor(institution, found.batch.academicIssuerId) ? found : null;
}

/** The place of an item in the API. */
export interface ItemPlace {
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
}

/** An item of such a batch. @returns null for every other one */
export async function findBatchItem(
  ports: FindBatchPorts,
  caller: TenantCaller,
  { batchId, itemId }: ItemPlace,
): Promise<FoundItem | null> {
  const found = await findBatch(ports, caller, batchId);
  return found === null ? null : await found.findItem(itemId);
}
