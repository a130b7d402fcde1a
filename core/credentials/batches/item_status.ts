import type { BatchItem, BatchItemStatus, CredentialBatch } from "../batch_schema.ts";
import type { BatchRules } from "../batch_ports.ts";

/** How long an item's offer holds. */
export type OfferDays = Pick<BatchRules, "preAuthorizedCodeDays" | "batchRowDays">;

/** An item, and what of its batch decides about it. */
export interface ItemOfBatch {
  readonly batch: CredentialBatch;
  readonly item: BatchItem;
}

/** An item's status now: what is stored of it, and what its batch and the clock say. */
export function itemStatus(
  of: ItemOfBatch,
  now: Temporal.Instant,
  days: OfferDays,
): BatchItemStatus {
  const { state } = of.item;
  switch (state.kind) {
    case "redeemed":
      return "REDEEMED";
    case "revoked":
      return "REVOKED";
    case "exchanged":
      return isBefore(now, Temporal.Instant.from(state.tokenUntil)) ? "OFFERED" : "EXPIRED";
    case "open": {
      const until = offerUntil(of, days);
      if (until === null) return "PENDING";
      return isBefore(now, until) ? "OFFERED" : "EXPIRED";
    }
    default:
      return state satisfies never;
  }
}

/**
 * When the offer of an item that was not exchanged ends: some days after it was made, and with the
 * row at the latest.
 *
 * @returns null before the approval, and for an item whose code is used up or ended
 */
export function offerUntil(
  { batch, item: { state } }: ItemOfBatch,
  { preAuthorizedCodeDays, batchRowDays }: OfferDays,
): Temporal.Instant | null {
  if (state.kind !== "open" || batch.approvedAt === null) return null;
  const end = daysAfter(state.offeredAt ?? batch.approvedAt, preAuthorizedCodeDays);
  const rowEnd = daysAfter(batch.createdAt, batchRowDays);
  return isBefore(rowEnd, end) ? rowEnd : end;
}

function daysAfter(instant: string, days: number): Temporal.Instant {
  return Temporal.Instant.from(instant).add({ hours: 24 * days });
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
