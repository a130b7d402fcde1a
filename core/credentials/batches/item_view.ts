import { offerUriByReference } from "../../../standards/openid4vci/offer.ts";
import type { BatchPorts, FoundItem, OfferSecrets } from "../batch_ports.ts";
import { itemStatus, offerUntil } from "./item_status.ts";
import type { BatchItemRead } from "./schema.ts";

/** The link that a student's wallet opens: the offer by reference (OpenID4VCI 1.0 §4.1.3). */
export function offerUri(baseUrl: string, { offerId }: OfferSecrets): string {
  return offerUriByReference(`${baseUrl}/v1/credentials/offers/${offerId}`);
}

/** An item for its institution, with its offer while a wallet can redeem it. */
export async function itemView(
  { batchRules, clock }: Pick<BatchPorts, "batchRules" | "clock">,
  found: FoundItem,
): Promise<BatchItemRead> {
  const { item } = found;
  const status = itemStatus(found, clock.now(), batchRules);
  const until = offerUntil(found, batchRules);
  const isOffered = status === "OFFERED" && until !== null;
  const { state } = item;
  return {
    itemId: item.id,
    status,
    row: item.row,
    offerUri: isOffered ? offerUri(batchRules.baseUrl, await found.offer()) : null,
    offerExpiresAt: isOffered ? until.toString({ smallestUnit: "millisecond" }) : null,
    redeemedAt: state.kind === "redeemed" ? state.redeemedAt : null,
    revokedAt: state.kind === "revoked" ? state.revokedAt : null,
    lastRecheck: item.recheck,
  };
}
