import type { TenantCaller } from "../../access/schema.ts";
import type { BatchId, BatchItemId } from "../batch_schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import type { BatchPorts, FoundBatch, FoundItem } from "../batch_ports.ts";

/** The ports of an institution's operations on batches; issuing and revoking need further ones. */
export type BatchOperationPorts = Omit<BatchPorts, "credentialStatuses">;

/** Ports of {@link findBatch}. */
export type FindBatchPorts = Pick<BatchPorts, "clients" | "credentialBatches" | "mode">;

/** Finds a batch of an institution for which the caller acts. @returns null for any other batch */
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

/** Finds an item of such a batch. @returns null for any other item */
export async function findBatchItem(
  ports: FindBatchPorts,
  caller: TenantCaller,
  { batchId, itemId }: ItemPlace,
): Promise<FoundItem | null> {
  const found = await findBatch(ports, caller, batchId);
  return found === null ? null : await found.findItem(itemId);
}
