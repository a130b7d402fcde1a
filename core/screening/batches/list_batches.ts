import type { TenantCaller } from "../../access/schema.ts";
import type { ScreeningBatchPorts } from "../batch_ports.ts";
import { type BatchRead, batchRead } from "../batch_schema.ts";

/** Maximum batches in the list. */
const listedMax = 20;

/** Lists the last batches of the caller's client, the newest first. */
export async function listBatches(
  { screeningBatches }: Pick<ScreeningBatchPorts, "screeningBatches">,
  { clientId }: TenantCaller,
): Promise<readonly BatchRead[]> {
  return (await screeningBatches.ofClient(clientId, listedMax)).map(batchRead);
}
