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

/** What is handed over once, or ends before its time: a backup does not know what became of it since. */
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
 * Records without evidence packs, disclosed claims, credential offers, logins, wallets' tokens and
 * nonces, and deliveries of events, long ones' pieces included: nothing may be delivered twice, no code or token redeemed twice,
 * and no offer or single sign-on that was ended may come back.
 */
export async function* withoutOneTimeRecords(
  records: AsyncIterable<RawRecord>,
): AsyncIterable<RawRecord> {
  for await (const record of records) {
    const [kind, of] = record.key;
    if (!oneTimeKinds.includes(kind === valueChunks.name ? of : kind)) yield record;
  }
}
