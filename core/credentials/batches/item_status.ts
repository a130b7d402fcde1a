import type { BatchItem, BatchItemStatus, CredentialBatch } from "../batch_schema.ts";
import type { BatchRules } from "../batch_ports.ts";

/** The lifetime of an item's offer. */
export type OfferDays = Pick<BatchRules, "preAuthorizedCodeDays" | "batchRowDays">;

/** An item with the parts of its batch that affect it. */
export interface ItemOfBatch {
  readonly batch: CredentialBatch;
  readonly item: BatchItem;
}

/** Returns the current status of an item, from its stored state, its batch and the clock. */
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
 * Returns the end of the offer of an item whose code is unused: some days after it was made, and no
 * later than the row.
 *
 * @returns null before the approval, and for an item whose code was used or ended
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
