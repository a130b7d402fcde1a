import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, type Result } from "../../base/result.ts";
import { BatchId, BatchItemId } from "../../core/credentials/batch_schema.ts";
import { removeItem } from "../../core/credentials/batches/remove_item.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openCredentialBatches } from "../../kv/credentials/credential_batches.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { type Done, failed, parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { refuseArgument } from "../command/options.ts";
import type { Terminal } from "../command/terminal.ts";
import { readSecrets, type Variables } from "./secrets.ts";
import type { RecordingTools } from "./recording_tools.ts";

/** The command that removes a student's row. */
export interface BatchCommand {
  readonly kind: "batch remove-item";
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
}

/** Reads the command line after `admin batch remove-item`. */
export function parseRemoveItem(args: readonly string[]): Result<BatchCommand, UsageRefusal> {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const [batch, item, ...others] = parsed.value.positionals;
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const [batchId, itemId] = [BatchId.safeParse(batch), BatchItemId.safeParse(item)];
  return batchId.success && itemId.success
    ? ok({ kind: "batch remove-item", batchId: batchId.data, itemId: itemId.data })
    : usage("A batch ID and an item ID are needed, as the batch shows them");
}

/** The dependencies of {@link removeBatchItem}. */
export interface BatchTools extends Terminal, RecordingTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** `AVAL_MODE`, and the secrets that the store's keys are wrapped by. */
  readonly variables: Variables;
}

/** Removes a student's row and ends its offer, before redemption. */
export async function removeBatchItem(asked: BatchCommand, tools: BatchTools): Promise<Done> {
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
    err(`${asked.itemId} is removed, and its offer ended\n`);
    return ok(null);
  }
  return failed(
    removed.refusal.code === "not_found"
      ? `${asked.itemId} is no item of ${asked.batchId}, or its time is over`
      : `${asked.itemId} has no row any more: it was redeemed or revoked`,
  );
}
