import { SignJWT } from "jose";
import type { LoginSigner } from "./ports.ts";
import type { LoginGrant } from "./schema.ts";

/** The authentication method: a wallet proved possession of the key of a PID. */
export const acr = "urn:aval:acr:wallet-pid:1";

/** The claims of an id_token (OpenID Connect Core §2). */
interface IdTokenClaims {
  readonly iss: string;
  /** Subject of the pair of client and wallet holder. */
  readonly sub: string;
  readonly aud: string;
  /** Unix time, seconds, like the two others. */
  readonly exp: number;
  readonly iat: number;
  /** Time at which the wallet proved its credential, also after single sign-on. */
  readonly auth_time: number;
  readonly nonce?: string;
  readonly acr: string;
  /** RFC 8176. */
  readonly amr: readonly string[];
  readonly at_hash: string;
}

/** Every claim of an id_token; discovery names exactly these. */
export const idTokenClaims = [
  "iss",
  "sub",
  "aud",
  "exp",
  "iat",
  "auth_time",
  "nonce",
  "acr",
  "amr",
  "at_hash",
] as const satisfies readonly (keyof IdTokenClaims)[];

/** The input of an id_token. */
export interface IdTokenFacts {
  readonly issuer: string;
  readonly grant: Pick<LoginGrant, "clientId" | "subject" | "nonce" | "authTime">;
  readonly accessToken: string;
  readonly now: Temporal.Instant;
  readonly idTokenMinutes: number;
}

/**
 * Signs an id_token by ES256 (OpenID Connect Core §2). It contains no claim and no key of the
 * presented credential: a relying party learns only `sub` about the person.
 *
 * @returns the JWS in compact form
 */
export async function signIdToken({ kid, key }: LoginSigner, facts: IdTokenFacts): Promise<string> {
  const claims = await claimsOf(facts);
  return await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid })
    .sign(key);
}

async function claimsOf(
  { issuer, grant, accessToken, now, idTokenMinutes }: IdTokenFacts,
): Promise<IdTokenClaims> {
  const iat = secondsOf(now);
  return {
    iss: issuer,
    sub: grant.subject,
    aud: grant.clientId,
    exp: iat + idTokenMinutes * 60,
    iat,
    auth_time: secondsOf(Temporal.Instant.from(grant.authTime)),
    ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
    acr,
    amr: ["pop"],
    at_hash: await accessTokenHash(accessToken),
  };
}

/** The left half of SHA-256 over the access token (OpenID Connect Core §3.1.3.6). */
async function accessTokenHash(accessToken: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(accessToken));
  return new Uint8Array(digest, 0, 16).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Unix time, whole seconds. */
function secondsOf(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}
