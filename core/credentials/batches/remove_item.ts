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

/** Nothing stands there; or its row is gone already, since it was redeemed or revoked. */
export type RemoveItemRefusal = { readonly code: "not_found" | "row_gone" };

/** How often the act begins again when another request changes the item. */
const attemptsMax = 20;

/**
 * Removes a student's row with its item and ends the offer, before redemption: for an operator, when a
 * student asks for it (Regulation (EU) 2016/679 art. 17). The batch stays, and so does what is audited.
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
