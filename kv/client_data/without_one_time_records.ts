import { valueChunks } from "../store/chunks.ts";
import type { RawRecord } from "../store/backend.ts";
import { credentialOffers } from "../credentials/credential_offers.ts";
import { credentialStatusCurrent } from "../credentials/credential_statuses.ts";
import { credentialNonces } from "../credentials/credential_nonces.ts";
import { credentialTokens } from "../credentials/credential_tokens.ts";
import { disclosedClaims } from "../credentials/disclosed_claims.ts";
import { dueDeliveries, eventDeliveries } from "../events/event_deliveries.ts";
import { eventOutbox } from "../events/event_outbox.ts";
import { eventWakes } from "../events/event_wakes.ts";
import { evidencePacks } from "../verification/evidence_packs.ts";
import { loginCodes } from "../login/login_codes.ts";
import { clientLogins } from "../login/login_index.ts";
import { loginRequests } from "../login/login_requests.ts";
import { loginSingleSignOns } from "../login/login_sso_records.ts";

/** Records that are delivered once, or may end early: their later state is unknown to a backup. */
const oneTimeKinds: readonly unknown[] = [
  credentialNonces.name,
  credentialTokens.name,
  evidencePacks.name,
  credentialOffers.name,
  disclosedClaims.name,
  clientLogins.name,
  loginRequests.name,
  loginCodes.name,
  loginSingleSignOns.name,
  // Not handed over, but behind its time likewise: indexes of the list may have been given since. The
  // next credential begins a new list.
  credentialStatusCurrent.name,
  // Delivered since, or tried: the same event would go out again.
  dueDeliveries.name,
  eventDeliveries.name,
  eventOutbox.name,
  eventWakes.name,
];

/**
 * Yields records without evidence packs, disclosed claims, credential offers, logins, wallets'
 * tokens and nonces, and deliveries of events, including the pieces of long ones: after a restore
 * nothing may be delivered twice, no code or token redeemed twice, and no ended offer or single
 * sign-on may return.
 */
export async function* withoutOneTimeRecords(
  records: AsyncIterable<RawRecord>,
): AsyncIterable<RawRecord> {
  for await (const record of records) {
    const [kind, of] = record.key;
    if (!oneTimeKinds.includes(kind === valueChunks.name ? of : kind)) yield record;
  }
}
