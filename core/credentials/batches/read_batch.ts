import { ok, refuse, type Result } from "../../../base/result.ts";
import { openSteps } from "../../../base/turns.ts";
import type { TenantCaller } from "../../access/schema.ts";
import type { BatchId } from "../batch_schema.ts";
import type { BatchPorts, FoundBatch } from "../batch_ports.ts";
import { batchSummary } from "./batch_summary.ts";
import { findBatch } from "./find_batch.ts";
import { itemView } from "./item_view.ts";

type ReadPorts = Pick<
  BatchPorts,
  "batchRules" | "clients" | "clock" | "credentialBatches" | "mode" | "nextTurn"
>;

/**
 * Reads a batch with its items as JSON text, generated while it is sent: thousands of rows are
 * never in memory at once.
 *
 * @see decisions-2.md part 15
 */
export async function readBatch(
  ports: ReadPorts,
  { caller, id }: { readonly caller: TenantCaller; readonly id: BatchId },
): Promise<Result<AsyncIterable<string>, { readonly code: "not_found" }>> {
  const found = await findBatch(ports, caller, id);
  return found === null ? refuse({ code: "not_found" }) : ok(write(ports, found));
}

async function* write(ports: ReadPorts, found: FoundBatch): AsyncIterable<string> {
  yield `${JSON.stringify(batchSummary(found.batch)).slice(0, -1)},"items":[`;
  let separator = "\n";
  const step = openSteps(ports);
  for await (const item of found.items()) {
    yield `${separator}${JSON.stringify(await itemView(ports, item))}`;
    separator = ",\n";
    await step();
  }
  yield "\n]}\n";
}
