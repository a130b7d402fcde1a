import { BatchId, BatchItemId } from "../../../core/credentials/batch_schema.ts";
import { argument, by } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand } from "../command/admin_command.ts";
import { removeBatchItem } from "./batch.ts";

const bothNeeded = "A batch ID and an item ID are needed, as the batch shows them";

/** The command on the rows of batches. */
export const batchCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "batch remove-item",
    arguments: takes({
      batchId: argument("BATCH", by(BatchId, bothNeeded)),
      itemId: argument("ITEM", by(BatchItemId, bothNeeded)),
    }),
    help: `
      removes a student's row from a batch and ends its offer, before redemption:
      where a student asks for it. AVAL_MODE must be that of the server`,
    store: "existing",
    recorded: "always",
    run: removeBatchItem,
  }),
];
