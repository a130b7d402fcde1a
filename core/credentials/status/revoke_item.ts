import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { TenantCaller } from "../../access/schema.ts";
import { type Mode, Timestamp } from "../../nouns.ts";
import { type BatchId, BatchItemId } from "../batch_schema.ts";
import { actsFor, institutionOf } from "../institution.ts";
import type { BatchPorts } from "../batch_ports.ts";

/** The ports that revoking needs. */
export type RevokePorts = Pick<
  BatchPorts,
  "audit" | "clients" | "clock" | "credentialBatches" | "credentialStatuses" | "events"
>;

/** The item to revoke, and the actor. */
export interface RevokeItem {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly mode: Mode;
  readonly batchId: BatchId;
  readonly itemId: BatchItemId;
}

/** A revoked item. */
export const RevokedItem = z.object({
  itemId: BatchItemId,
  status: z.literal("REVOKED"),
  revokedAt: Timestamp.meta({ description: "When it was revoked first" }),
}).readonly().meta({ id: "CredentialRevocation" });
export type RevokedItem = z.infer<typeof RevokedItem>;

/**
 * Revokes an item for good: the issued credential by its bit in the status list, or the unredeemed
 * offer. The item, the bit and the audit entry are one commit. Of concurrent requests one revokes;
 * all others, and every later one, return the time of that revocation.
 *
 * @see decisions.md part 11; decisions-2.md part 15
 */
export async function revokeItem(
  ports: RevokePorts,
  { unit, caller, mode, batchId, itemId }: RevokeItem,
): Promise<Result<RevokedItem, { readonly code: "not_found" }>> {
  const { audit, clock, credentialBatches, credentialStatuses, events } = ports;
  const unknown = refuse({ code: "not_found" } as const);
  const institution = await institutionOf(ports, caller, mode);
  const found = await credentialBatches.find(batchId);
  if (found === null) return unknown;
  const { academicIssuerId } = found.batch;
  if (!actsFor(institution, academicIssuerId)) return unknown;
  const foundItem = await found.findItem(itemId);
  if (foundItem === null) return unknown;
  const { state } = foundItem.item;
  if (state.kind === "revoked") {
    return ok({ itemId, status: "REVOKED", revokedAt: state.revokedAt });
  }
  const revokedAt = clock.now().toString({ smallestUnit: "millisecond" });
  if (state.kind === "redeemed") await credentialStatuses.revoke(unit, state.status);
  foundItem.revoke(unit, revokedAt);
  const { clientId } = caller;
  const issued = state.kind === "redeemed";
  audit.record(unit, {
    kind: "CREDENTIAL_REVOKED",
    clientId,
    mode,
    academicIssuerId,
    batchId,
    itemId,
    issued,
  });
  const data = { batchId, itemId, issued };
  events.raise(unit, { clientId, mode, type: "credential.revoked", data });
  return ok({ itemId, status: "REVOKED", revokedAt });
}
