import { isSecret } from "../../../base/secret.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { makeOffer, offerUriByReference } from "../../../standards/openid4vci/offer.ts";
import type { CredentialOfferAnswer } from "../issuance_schema.ts";
import type { IssuancePorts } from "../issuance_ports.ts";
import { offerUntil } from "../batches/item_status.ts";
import { isOfferOpen } from "./offer_state.ts";

/** An open offer. */
export interface ReadOffer {
  /** The answer for a wallet. */
  readonly answer: CredentialOfferAnswer;
  /** The data for a person. */
  readonly shown: {
    readonly uri: string;
    readonly institution: string;
    readonly expiresAt: string | null;
  };
}

/** The ports that reading an offer needs. */
export type ReadOfferPorts = Pick<
  IssuancePorts,
  "academicIssuers" | "batchRules" | "clock" | "credentialIssuance" | "credentialOffers"
>;

/**
 * Reads an offer by its unguessable id, a part of `credential_offer_uri`. An offer that is used,
 * ended, over, not approved, or of an unregistered institution reads as an unknown one.
 *
 * @see OpenID4VCI 1.0 §4.1.3; decisions.md part 11
 */
export async function readOffer(
  ports: ReadOfferPorts,
  offerId: string,
): Promise<Result<ReadOffer, { readonly code: "not_found" }>> {
  const { academicIssuers, batchRules, clock, credentialIssuance, credentialOffers } = ports;
  const unknown = refuse({ code: "not_found" } as const);
  if (!isSecret(offerId)) return unknown;
  const found = await credentialOffers.findByOfferId(offerId);
  if (found === null) return unknown;
  const { batch } = found;
  if (!isOfferOpen(found, clock.now(), batchRules)) return unknown;
  const institution = await academicIssuers.find(batch.academicIssuerId);
  if (institution === null) return unknown;
  const { code } = await found.offer();
  const { issuer } = credentialIssuance;
  return ok({
    answer: makeOffer({ issuer, configurationId: batch.credentialTemplateId, code }),
    shown: {
      uri: offerUriByReference(`${issuer}/offers/${offerId}`),
      institution: institution.name,
      expiresAt: offerUntil(found, batchRules)?.toString() ?? null,
    },
  });
}
