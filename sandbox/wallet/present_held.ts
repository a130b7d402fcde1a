import type { SdHash } from "../../standards/sd_jwt/disclosure.ts";
import type { CredentialQuery } from "../../standards/dcql/query.ts";
import { ok, type Result } from "../../base/result.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { chooseDisclosures } from "./choose_disclosures.ts";
import { type HeldCredential, type HeldCredentials, readCredential } from "./held_credential.ts";
import { bindSdJwt } from "./make_sd_jwt.ts";
import type { WalletRefusal } from "./refusal.ts";

/** The disclosed parts of a stored credential. */
export interface HeldAnswer {
  readonly keys: CryptoKeyPair;
  /** The issuer's JWT, then the requested disclosures. */
  readonly parts: readonly string[];
  readonly hash: SdHash;
}

/**
 * Finds stored credentials that answer queries, each with only the requested disclosures; of
 * several, the newest. Skips expired ones.
 *
 * @param now Unix time, seconds
 * @returns credentials by the ids of the queries, without queries that no stored one answers
 */
export async function findHeld(
  held: Pick<HeldCredentials, "list"> | undefined,
  queries: readonly CredentialQuery[],
  now: number,
): Promise<Result<ReadonlyMap<string, HeldAnswer>, WalletRefusal>> {
  const found = new Map<string, HeldAnswer>();
  const listed = await held?.list() ?? ok([]);
  if (!listed.ok) return listed;
  for (const credential of listed.value) {
    for (const query of queries) {
      const answer = await answerOf(credential, query, now);
      if (answer !== null) found.set(query.id, answer);
    }
  }
  return ok(found);
}

async function answerOf(
  { credential, keys }: HeldCredential,
  query: CredentialQuery,
  now: number,
): Promise<HeldAnswer | null> {
  if (query.format !== "dc+sd-jwt") return null;
  const read = await readCredential(credential);
  if (!read.ok) return null;
  const { exp } = read.value.claims;
  if (typeof exp === "number" && exp <= now) return null;
  const disclosures = chooseDisclosures(read.value, query);
  if (disclosures === null) return null;
  const { issuerJwt, hash } = read.value;
  return { keys, hash, parts: [issuerJwt, ...disclosures] };
}

/** Presents a stored credential to the verifier of a request. @param now Unix time, seconds */
export async function presentHeld(
  { keys, hash, parts }: HeldAnswer,
  { client_id, nonce }: Pick<AuthorizationRequest, "client_id" | "nonce">,
  now: number,
): Promise<string> {
  const binding = { iat: Math.floor(now), nonce, aud: client_id };
  return await bindSdJwt(parts, { binding, hash, walletKey: keys.privateKey });
}
