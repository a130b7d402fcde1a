import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Units } from "../../../base/unit.ts";
import type { Audit } from "../../audit/ports.ts";
import type { CredentialBatches } from "../batch_ports.ts";
import type { ItemPlace } from "./find_batch.ts";

/** Ports of {@link removeItem}. */
export interface RemoveItemPorts {
  readonly audit: Pick<Audit, "record">;
  readonly credentialBatches: CredentialBatches;
  readonly units: Units;
}

/** No such item, or its row was already removed by redemption or revocation. */
export type RemoveItemRefusal = { readonly code: "not_found" | "row_gone" };

/** Maximum attempts when other requests change the item. */
const attemptsMax = 20;

/**
 * Removes a student's row with its item and ends the offer, before redemption, for an operator on
 * the student's request (Regulation (EU) 2016/679 art. 17). The batch and the audit entries stay.
 */
export async function removeItem(
  { audit, credentialBatches, units }: RemoveItemPorts,
  { batchId, itemId }: ItemPlace,
): Promise<Result<null, RemoveItemRefusal>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const found = await (await credentialBatches.find(batchId))?.findItem(itemId) ?? null;
    if (found === null) return refuse({ code: "not_found" });
    if (found.item.row === null) return refuse({ code: "row_gone" });
    const unit = units.begin();
    found.remove(unit);
    const { academicIssuerId } = found.batch;
    audit.record(unit, { kind: "BATCH_ITEM_REMOVED", academicIssuerId, batchId, itemId });
    if ((await units.commit(unit)).kind === "committed") return ok(null);
  }
  throw new Error("The item is being changed all the time");
}
