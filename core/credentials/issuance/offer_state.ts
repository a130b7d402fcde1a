import type { BatchItem, CredentialBatch } from "../batch_schema.ts";

/**
 * Whether the offer of an item can be redeemed: its batch is approved, its code unused, its time not
 * over. By the clock alone, whatever else is stored.
 */
export function isOfferOpen(
  { batch, item }: { readonly batch: CredentialBatch; readonly item: BatchItem },
  { now, codeDays }: { readonly now: Temporal.Instant; readonly codeDays: number },
): boolean {
  const { status, approvedAt } = batch;
  const { state, row } = item;
  if (status !== "APPROVED" || state.kind !== "open" || row === null) return false;
  const offeredAt = state.offeredAt ?? approvedAt;
  if (offeredAt === null) return false;
  const ends = Temporal.Instant.from(offeredAt).add({ hours: 24 * codeDays });
  return Temporal.Instant.compare(now, ends) < 0;
}
