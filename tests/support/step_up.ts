import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose";
import type { StepUpAlgorithm, StepUpKeys } from "../../core/credentials/step_up_ports.ts";
import { OWN_CLIENT, REALM } from "./identity_provider.ts";

/** A key pair of a provider. */
export interface ProviderKey {
  readonly kid: string;
  readonly alg: StepUpAlgorithm;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** The public key as the provider publishes it. */
  readonly jwk: JWK;
}

/** Makes a key pair. */
export async function providerKey(
  kid: string,
  alg: StepUpAlgorithm = "ES256",
): Promise<ProviderKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...await exportJWK(publicKey), kid, alg, use: "sig" };
  return { kid, alg, privateKey, publicKey, jwk };
}

/** A key source that always has these keys. */
export function keysOf(...keys: readonly ProviderKey[]): StepUpKeys {
  return {
    find: ({ kid, alg }) => {
      const key = keys.find((known) => known.kid === kid && known.alg === alg);
      return Promise.resolve(
        key === undefined ? { kind: "unknown" } : { kind: "key", key: key.publicKey },
      );
    },
  };
}

/** Members of a header or of claims; undefined ones are removed. */
export type Members = Readonly<Record<string, unknown>>;

/** The address of the realm of every test assertion. */
export const STEP_UP_ISSUER = `https://idp.example/realms/${REALM}`;

/** Claims of a correct assertion in Keycloak's form; `members` replace its members. */
export function assertionClaims(now: Temporal.Instant, members: Members = {}): Members {
  const seconds = Math.floor(now.epochMilliseconds / 1_000);
  return {
    exp: seconds + 900,
    iat: seconds,
    auth_time: seconds,
    jti: "onrtac:f954d2ab-d02f-fe3f-a994-0ecd98de5640",
    iss: STEP_UP_ISSUER,
    aud: OWN_CLIENT,
    sub: "5f6a1f0e-3b1c-4d2e-9a7b-0c1d2e3f4a5b",
    typ: "Bearer",
    azp: "registry-portal",
    acr: "2",
    scope: "openid",
    ...members,
  };
}

/** Signs any payload. */
export async function signCompact(
  { privateKey, kid, alg }: ProviderKey,
  payload: unknown,
  header: Members = {},
): Promise<string> {
  const bytes = new TextEncoder().encode(
    typeof payload === "string" ? payload : JSON.stringify(payload),
  );
  const protectedHeader = JSON.parse(JSON.stringify({ alg, typ: "JWT", kid, ...header }));
  return await new CompactSign(bytes).setProtectedHeader(protectedHeader)
    .sign(privateKey, { crit: { exp: true } });
}
