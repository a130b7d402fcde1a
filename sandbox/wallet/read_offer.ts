import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { fetchJson } from "./fetch_json.ts";
import type { Fetch } from "./read_request.ts";
import { offerRefused, type WalletRefusal } from "./refusal.ts";

/** A credential offer with a pre-authorized code (OpenID4VCI 1.0 §4.1.1). */
const Offer = z.object({
  credential_issuer: z.url(),
  credential_configuration_ids: z.array(z.string()).min(1),
  grants: z.object({
    [preAuthorizedCodeGrant]: z.object({
      "pre-authorized_code": z.string(),
      tx_code: z.unknown().optional(),
    }),
  }),
});

/** The data of an offer that a wallet needs. */
export interface OfferedCredential {
  /** The credential issuer identifier. */
  readonly issuer: string;
  readonly configurationId: string;
  /** `pre-authorized_code`. */
  readonly code: string;
}

/** The answer of the demo offer, or a refusal of any route. */
const Answered = z.union([
  z.object({ credentialOffer: z.unknown() }),
  z.object({ error: z.string(), message: z.string() }),
]);

/**
 * Reads a credential offer: `openid-credential-offer://?…` by value or by reference, the offer
 * itself as JSON, or the answer of the demo offer.
 */
export async function readOffer(
  text: string,
  fetch: Fetch,
): Promise<Result<OfferedCredential, WalletRefusal>> {
  const json = parseJson(text);
  if (json !== undefined) return offerIn(json);
  if (!URL.canParse(text)) return offerRefused("OFFER is not a credential offer: it is not a URI");
  const parameters = new URL(text).searchParams;
  const byValue = parameters.get("credential_offer");
  const byReference = parameters.get("credential_offer_uri");
  if ((byValue === null) === (byReference === null)) {
    return offerRefused(
      "OFFER is not a credential offer: credential_offer or credential_offer_uri",
    );
  }
  if (byValue !== null) return offerIn(parseJson(byValue));
  const fetched = await fetchJson(byReference ?? "", {}, fetch);
  if (!fetched.ok) return fetched;
  return fetched.value.status === 200
    ? offerIn(fetched.value.body)
    : offerRefused("The offer does not exist: it is used, ended or expired");
}

function offerIn(json: unknown): Result<OfferedCredential, WalletRefusal> {
  const answered = Answered.safeParse(json);
  if (answered.success) {
    if ("credentialOffer" in answered.data) return offerIn(answered.data.credentialOffer);
    const { error, message } = answered.data;
    return offerRefused(`The service has made no offer: ${error}. ${message}`);
  }
  const parsed = Offer.safeParse(json);
  if (!parsed.success) return offerRefused("OFFER has no offer with a pre-authorized code");
  const { credential_issuer: issuer, credential_configuration_ids, grants } = parsed.data;
  const { "pre-authorized_code": code, tx_code } = grants[preAuthorizedCodeGrant];
  if (tx_code !== undefined) return offerRefused("The offer requires a transaction code");
  const [configurationId = ""] = credential_configuration_ids;
  return ok({ issuer, configurationId, code });
}
