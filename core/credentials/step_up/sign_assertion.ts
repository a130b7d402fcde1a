import { SignJWT } from "jose";

/** The content of an assertion. */
export interface AssertionFacts {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  readonly acr: string;
  readonly jti: string;
  /** The current time, as the time of authentication. */
  readonly now: Temporal.Instant;
  readonly lifetimeSeconds: number;
}

/** Signs a sandbox's step-up assertion by ES256, in the form of an access token (RFC 9068 §2). */
export async function signAssertion(
  { kid, key }: { readonly kid: string; readonly key: CryptoKey },
  { issuer, audience, subject, acr, jti, now, lifetimeSeconds }: AssertionFacts,
): Promise<string> {
  const iat = Math.floor(now.epochMilliseconds / 1_000);
  const exp = iat + lifetimeSeconds;
  const claims = { iss: issuer, aud: audience, sub: subject, acr, auth_time: iat, iat, exp, jti };
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid })
    .sign(key);
}
