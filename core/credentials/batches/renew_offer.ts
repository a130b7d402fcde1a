import { createHash } from "node:crypto";
import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { TenantCaller } from "../../access/schema.ts";
import { Sha256, Timestamp } from "../../nouns.ts";
import { BatchId, type BatchItem, BatchItemId } from "../batch_schema.ts";
import type { BatchPorts, OfferSecrets } from "../batch_ports.ts";
import { type BatchOperationPorts, findBatchItem, type ItemPlace } from "./find_batch.ts";
import { offerUri } from "./item_view.ts";
import { type ItemOfBatch, itemStatus, offerUntil } from "./item_status.ts";
import type { RenewedOffer } from "./schema.ts";

/** Unknown or foreign item; redeemed, revoked, or not approved yet. */
export type RenewRefusal = { readonly code: "not_found" | "offer_not_renewable" };

/**
 * Makes a new offer for an item of an approved batch and ends the old one, for example when the old
 * one expired or reached another person.
 *
 * @see decisions-2.md part 15
 */
export async function renewOffer(
  ports: BatchOperationPorts,
  { unit, caller, place }: {
    readonly unit: Unit;
    readonly caller: TenantCaller;
    readonly place: ItemPlace;
  },
): Promise<Result<RenewedOffer, RenewRefusal>> {
  const found = await findBatchItem(ports, caller, place);
  if (found === null) return refuse({ code: "not_found" });
  const now = ports.clock.now();
  const status = itemStatus(found, now, ports.batchRules);
  if (status !== "OFFERED" && status !== "EXPIRED") return refuse({ code: "offer_not_renewable" });
  const offeredAt = now.toString({ smallestUnit: "millisecond" });
  return ok(answer(ports, found, { offeredAt, secrets: await found.renewOffer(unit, offeredAt) }));
}

function answer(
  { batchRules }: Pick<BatchPorts, "batchRules">,
  { batch, item }: ItemOfBatch,
  { offeredAt, secrets }: { readonly offeredAt: string; readonly secrets: OfferSecrets },
): RenewedOffer {
  const open: BatchItem = { ...item, state: { kind: "open", offeredAt } };
  const until = offerUntil({ batch, item: open }, batchRules);
  if (until === null) throw new Error("An item of an approved batch has no offer");
  return {
    batchId: batch.id,
    itemId: item.id,
    status: "OFFERED",
    offeredAt,
    offerUri: offerUri(batchRules.baseUrl, secrets),
    offerExpiresAt: until.toString({ smallestUnit: "millisecond" }),
  };
}

/**
 * The part of an answer that a replay stores, without the offer itself, since its bearer may redeem
 * it.
 */
const OfferReference = z.strictObject({
  batchId: BatchId,
  itemId: BatchItemId,
  offeredAt: Timestamp,
  /** Hash of its URI: another offer may be made in the same millisecond. */
  sha256: Sha256,
}).readonly();

/** Returns the reference from which {@link restoreOffer} makes the same answer again. */
export function offerReference(
  { batchId, itemId, offeredAt, offerUri }: RenewedOffer,
): z.infer<typeof OfferReference> {
  return { batchId, itemId, offeredAt, sha256: digest(offerUri) };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Restores the answer of an earlier request. @returns null once another offer replaced it */
export async function restoreOffer(
  ports: Pick<BatchPorts, "batchRules" | "credentialBatches">,
  reference: unknown,
): Promise<RenewedOffer | null> {
  const { batchId, itemId, offeredAt, sha256 } = OfferReference.parse(reference);
  const found = await (await ports.credentialBatches.find(batchId))?.findItem(itemId);
  if (found === undefined || found === null) return null;
  const first = answer(ports, found, { offeredAt, secrets: await found.offer() });
  return digest(first.offerUri) === sha256 ? first : null;
}
