import { isSecret } from "../../../base/secret.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { makeOffer } from "../../../standards/openid4vci/offer.ts";
import type { CredentialOfferAnswer } from "../issuance_schema.ts";
import type { IssuancePorts } from "../issuance_ports.ts";
import { isOfferOpen } from "./offer_state.ts";

/** The ports that reading an offer needs. */
export type ReadOfferPorts = Pick<
  IssuancePorts,
  "academicIssuers" | "batchRules" | "clock" | "credentialIssuance" | "credentialOffers"
>;

/**
 * Reads an offer by its unguessable id, which `credential_offer_uri` holds. One that is used, ended,
 * over, not yet approved, or of an institution that is no longer on file reads as an unknown one.
 *
 * @see OpenID4VCI 1.0 §4.1.3; decisions.md part 11
 */
export async function readOffer(
  ports: ReadOfferPorts,
  offerId: string,
): Promise<Result<CredentialOfferAnswer, { readonly code: "not_found" }>> {
  const { academicIssuers, batchRules, clock, credentialIssuance, credentialOffers } = ports;
  const unknown = refuse({ code: "not_found" } as const);
  if (!isSecret(offerId)) return unknown;
  const found = await credentialOffers.findByOfferId(offerId);
  if (found === null) return unknown;
  const { batch } = found;
  if (!isOfferOpen(found, clock.now(), batchRules)) return unknown;
  if (await academicIssuers.find(batch.academicIssuerId) === null) return unknown;
  const { code } = await found.offer();
  const { issuer } = credentialIssuance;
  return ok(makeOffer({ issuer, configurationId: batch.credentialTemplateId, code }));
}
