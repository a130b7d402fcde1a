import { type ItemOfBatch, offerUntil } from "../batches/item_status.ts";
import type { BatchRules } from "../batch_ports.ts";

/**
 * Whether the offer of an item can be redeemed: approved batch, unused code, time not over. Judged
 * by the clock, whatever else is stored.
 */
export function isOfferOpen(of: ItemOfBatch, now: Temporal.Instant, rules: BatchRules): boolean {
  const until = offerUntil(of, rules);
  return until !== null && of.item.row !== null && Temporal.Instant.compare(now, until) < 0;
}
