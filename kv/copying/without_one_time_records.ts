import { valueChunks } from "../store/chunks.ts";
import type { RawRecord } from "../store/backend.ts";
import { disclosedClaims } from "../disclosed_claims.ts";
import { evidencePacks } from "../evidence_packs.ts";
import { loginCodes } from "../login_codes.ts";
import { clientLogins } from "../login_index.ts";
import { loginRequests } from "../login_requests.ts";
import { loginSingleSignOns } from "../login_sso_records.ts";

/** What is handed over once, or ends before its time: a backup does not know what became of it since. */
const oneTimeKinds: readonly unknown[] = [
  evidencePacks.name,
  disclosedClaims.name,
  clientLogins.name,
  loginRequests.name,
  loginCodes.name,
  loginSingleSignOns.name,
];

/**
 * Records without evidence packs, disclosed claims and logins, long ones' pieces included: nothing
 * may be delivered twice, no code redeemed twice, and no single sign-on that was ended may come back.
 */
export async function* withoutOneTimeRecords(
  records: AsyncIterable<RawRecord>,
): AsyncIterable<RawRecord> {
  for await (const record of records) {
    const [kind, of] = record.key;
    if (!oneTimeKinds.includes(kind === valueChunks.name ? of : kind)) yield record;
  }
}
