import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { PersonId, TenantCaller } from "../../access/schema.ts";
import type { ScreeningBatchId } from "../decision_schema.ts";
import { endBatch } from "./end_batch.ts";
import type { FoundBatch, ScreeningBatchPorts } from "../batch_ports.ts";
import { type BatchRead, batchRead, hasEnded } from "../batch_schema.ts";

/** The batch is unknown, another client's, or was deleted. */
export type BatchRefusal = { readonly code: "not_found" };

/** A batch, as its client names it. */
export interface NamedBatch {
  readonly caller: TenantCaller;
  readonly id: ScreeningBatchId;
}

/** Finds a batch of the caller's client. Another client's batch is answered as an unknown one. */
export async function findBatch(
  { screeningBatches }: Pick<ScreeningBatchPorts, "screeningBatches">,
  { caller, id }: NamedBatch,
): Promise<Result<FoundBatch, BatchRefusal>> {
  const found = await screeningBatches.find(id);
  return found === null || found.batch.clientId !== caller.clientId
    ? refuse({ code: "not_found" })
    : ok(found);
}

/** Reads the state of a batch. */
export async function readScreeningBatch(
  ports: Pick<ScreeningBatchPorts, "screeningBatches">,
  named: NamedBatch,
): Promise<Result<BatchRead, BatchRefusal>> {
  const found = await findBatch(ports, named);
  return found.ok ? ok(batchRead(found.value.batch)) : found;
}

/** Cancels the undecided items of a batch; an ended batch stays unchanged. */
export async function cancelScreeningBatch(
  ports: Pick<ScreeningBatchPorts, "audit" | "clock" | "events" | "screeningBatches">,
  { unit, person, ...named }: NamedBatch & { readonly unit: Unit; readonly person?: PersonId },
): Promise<Result<BatchRead, BatchRefusal>> {
  const found = await findBatch(ports, named);
  if (!found.ok) return found;
  const { batch } = found.value;
  if (hasEnded(batch)) return ok(batchRead(batch));
  const ended = await endBatch(ports, found.value, { unit, state: "CANCELLED", person });
  return ok(batchRead(ended));
}
