import { readCredential } from "../wallet/held_credential.ts";
import { readOffer } from "../wallet/read_offer.ts";
import { redeemOffer } from "../wallet/redeem_offer.ts";
import { openWallet } from "./open_wallet.ts";
import type { PlaygroundPorts } from "./ports.ts";
import type { Prospect } from "./present.ts";
import { recordExchanges } from "./record_exchanges.ts";
import type { ActedOut, RedemptionRequest } from "./schema.ts";

/** Redeems an offer of this service into the wallet of a prospect (OpenID4VCI 1.0 §4). */
export async function redeemForProspect(
  { clock, fetchAs, wallets }: PlaygroundPorts,
  { clientId, sourceAddress }: Prospect,
  { credentialOfferUri }: RedemptionRequest,
): Promise<ActedOut> {
  const { fetch, exchanges } = recordExchanges(fetchAs(sourceAddress));
  const stop = ({ message }: { readonly message: string }): ActedOut => ({
    exchanges,
    stopped: message,
    result: null,
  });
  const offer = await readOffer(credentialOfferUri, fetch);
  if (!offer.ok) return stop(offer.refusal);
  const redeemed = await redeemOffer({ fetch, clock }, offer.value);
  if (!redeemed.ok) return stop(redeemed.refusal);
  const read = await readCredential(redeemed.value.credential);
  if (!read.ok) return stop(read.refusal);
  const kept = await openWallet(wallets, clientId).heldCredentials.add(redeemed.value);
  if (!kept.ok) return stop(kept.refusal);
  const { issuer, name } = redeemed.value;
  const { cnf: _key, status: _status, ...claims } = read.value.claims;
  return { exchanges, stopped: null, result: { issuer, name, claims } };
}
