import type { PersonId } from "../../access/schema.ts";
import type { Unit } from "../../../base/unit.ts";
import type { FoundBatch, ScreeningBatchPorts } from "../batch_ports.ts";
import type { BatchCounts, BatchResult, ScreeningBatch } from "../batch_schema.ts";

/** Input of ending a batch. */
export interface EndBatch {
  readonly unit: Unit;
  readonly state: "DONE" | "CANCELLED" | "EXPIRED";
  /** Results of the last items, if these end the batch. */
  readonly results?: readonly BatchResult[];
  /** The person who cancels it, if any. */
  readonly person?: PersonId | undefined;
  /** Counts with those results; by default unchanged. */
  readonly counts?: BatchCounts;
}

/**
 * Ends a batch, deletes its key, and records the end. The audit entry contains only ids and
 * numbers.
 */
export async function endBatch(
  { audit, clock, events }: Pick<ScreeningBatchPorts, "audit" | "clock" | "events">,
  found: FoundBatch,
  { unit, state, results = [], counts = found.batch.counts, person }: EndBatch,
): Promise<ScreeningBatch> {
  const endedAt = clock.now().toString({ smallestUnit: "millisecond" });
  const batch: ScreeningBatch = { ...found.batch, state, counts, endedAt };
  await found.end(unit, batch, results);
  const { id: batchId, clientId, mode } = batch;
  const { items, clear, possible, confirmed, skipped } = counts;
  audit.record(unit, {
    ...{ kind: "BATCH_ENDED", clientId, mode, batchId, state },
    ...{ items, clear, possible, confirmed, skipped },
    ...(person === undefined ? {} : { person }),
  });
  events.raise(unit, { clientId, mode, type: "batch.done", data: { batchId, state, counts } });
  return batch;
}
