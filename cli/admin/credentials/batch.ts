import { ok } from "../../../base/result.ts";
import type { BatchId, BatchItemId } from "../../../core/credentials/batch_schema.ts";
import { removeItem } from "../../../core/credentials/batches/remove_item.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { openCredentialBatches } from "../../../kv/credentials/credential_batches.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type Done, failed } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";

/** Removes a student's row and ends its offer, before redemption. */
export async function removeBatchItem(
  asked: { readonly batchId: BatchId; readonly itemId: BatchItemId },
  tools: OpenedTools,
): Promise<Done> {
  const { store, variables, err } = tools;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  const credentialBatches = openCredentialBatches({
    ...tools,
    mode: variables["AVAL_MODE"] === "live" ? "live" : "sandbox",
    atRest: keys["at-rest"],
    codes: keys["session-token"],
    // Of new rows and offers alone, and none is made here.
    rowDays: defaultPolicy.lifetimes.batchRowDays,
  });
  const audit = openOperatorAudit(tools);
  const removed = await removeItem({ audit, credentialBatches, units: openUnits(store) }, asked);
  if (removed.ok) {
    err(`${asked.itemId} was removed, and its offer ended\n`);
    return ok(null);
  }
  return failed(
    removed.refusal.code === "not_found"
      ? `${asked.itemId} is not an item of ${asked.batchId}, or has expired`
      : `${asked.itemId} has no row any more, because it was redeemed or revoked`,
  );
}
