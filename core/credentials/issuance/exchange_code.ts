import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { isSecret, secretHash } from "../../../base/secret.ts";
import { preAuthorizedCodeGrant } from "../../../standards/openid4vci/offer.ts";
import type { CredentialTokenRequest, CredentialTokenResponse } from "../issuance_schema.ts";
import type { FoundItem } from "../batch_ports.ts";
import type { IssuancePorts } from "../issuance_ports.ts";
import { isOfferOpen } from "./offer_state.ts";

/** The ports that exchanging a code needs. */
export type ExchangeCodePorts = Pick<
  IssuancePorts,
  | "batchRules"
  | "clock"
  | "credentialIssuance"
  | "credentialNonces"
  | "credentialOffers"
  | "credentialTokens"
>;

/** The reason why no token is issued (OpenID4VCI 1.0 §6.3). */
export interface ExchangeRefusal {
  readonly code: "invalid_grant" | "invalid_request" | "unsupported_grant_type";
  readonly message: string;
}

/**
 * Exchanges a pre-authorized code for an access token, once: of concurrent requests one gets the
 * token; the units of the others fail, and they read `invalid_grant` when they run again. A faulty
 * request does not use up the code.
 *
 * @see Credentials §4, rule 2; OpenID4VCI 1.0 §6
 */
export async function exchangeCode(
  ports: ExchangeCodePorts,
  { unit, request }: { readonly unit: Unit; readonly request: CredentialTokenRequest },
): Promise<Result<CredentialTokenResponse, ExchangeRefusal>> {
  const code = readCode(request);
  if (!code.ok) return code;
  const { clock, credentialIssuance: { rules }, credentialNonces, credentialTokens } = ports;
  const now = clock.now();
  const found = isSecret(code.value) ? await ports.credentialOffers.findByCode(code.value) : null;
  if (found === null) return invalidGrant;
  if (!isOfferOpen(found, now, ports.batchRules)) return invalidGrant;
  const offerHash = await offerHashOf(found);
  const tokenUntil = now.add({ minutes: rules.accessTokenMinutes });
  found.exchange(unit, tokenUntil.toString({ smallestUnit: "millisecond" }));
  const { batch, item } = found;
  return ok({
    access_token: credentialTokens.add(unit, { batchId: batch.id, itemId: item.id, offerHash }),
    token_type: "Bearer",
    expires_in: rules.accessTokenMinutes * 60,
    c_nonce: credentialNonces.add(unit),
    c_nonce_expires_in: rules.nonceMinutes * 60,
  });
}

/** Returns a hash that identifies the item's current offer. */
export async function offerHashOf(found: Pick<FoundItem, "offer">): Promise<string> {
  const { offerId } = await found.offer();
  return secretHash(offerId);
}

function readCode(request: CredentialTokenRequest): Result<string, ExchangeRefusal> {
  const { grant_type, "pre-authorized_code": code, tx_code } = request;
  if (grant_type === undefined) return invalidRequest('Field "grant_type" is required');
  if (grant_type !== preAuthorizedCodeGrant) {
    return refuse({
      code: "unsupported_grant_type",
      message: `Field "grant_type" must be ${preAuthorizedCodeGrant}`,
    });
  }
  if (code === undefined) return invalidRequest('Field "pre-authorized_code" is required');
  if (tx_code !== undefined) {
    return invalidRequest('Field "tx_code" must be absent: the offer does not ask for one');
  }
  return ok(code);
}

/** One text for every cause, so that the bearer of a foreign code learns nothing. */
const invalidGrant = refuse<ExchangeRefusal>({
  code: "invalid_grant",
  message: "The pre-authorized code is unknown, used, replaced by a newer one, or expired",
});

function invalidRequest(message: string): Result<never, ExchangeRefusal> {
  return refuse({ code: "invalid_request", message });
}
