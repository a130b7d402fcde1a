import assert from "node:assert/strict";
import type { CredentialOffer } from "../../standards/openid4vci/offer.ts";
import { approve, BATCHES, preparedBatch } from "./credential_batches.ts";
import type { ListeningService } from "./listening.ts";

/** The link that opens a wallet with an offer (OpenID4VCI 1.0 §4.1.2). */
export function offerUriByValue(offer: CredentialOffer): string {
  return `openid-credential-offer://?credential_offer=${encodeURIComponent(JSON.stringify(offer))}`;
}

/** Links for wallets, each to another offer, by the way that they reach students. */
export async function offersByEveryPath(
  service: ListeningService,
): Promise<Readonly<Record<string, string>>> {
  const demo = async () => {
    const answer = await service.fetch("/v1/credentials/sandbox/demo-offer");
    return await answer.json();
  };
  const batch = await preparedBatch(service);
  const { baseUrl } = service;
  const approved = await approve(service, batch, { baseUrl });
  assert.equal(approved.status, 200, approved.text);
  const { body } = await batch.registry.get(`${BATCHES}/${batch.batchId}`);
  return {
    "a batch, by reference": body.items[0].offerUri,
    "the demo, by reference": (await demo()).credentialOfferUri,
    "the demo, by value": offerUriByValue((await demo()).credentialOffer),
  };
}
