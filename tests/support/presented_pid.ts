import { Buffer } from "node:buffer";
import { importJWK, type JWK } from "jose";
import type { SdJwtMaking } from "../../cli/wallet/make_sd_jwt.ts";
import { sandboxIssuer } from "../../core/sandbox/credentials.ts";
import type { AuthorizationRequest } from "../../core/verification/authorization_request.ts";
import type { FixedClock } from "./clock.ts";
import { credential, makePresentation } from "./sd_jwt.ts";

/** Who has issued a test's credential. */
export interface TestIssuer {
  /** DER, its own first. */
  readonly chain: readonly Uint8Array[];
  readonly key: CryptoKey;
}

/** The issuer that sandboxes believe. */
export async function publishedIssuer(): Promise<TestIssuer> {
  const { certificate, privateKey } = sandboxIssuer();
  const key = await importJWK(privateKey as JWK, "ES256");
  if (key instanceof Uint8Array) throw new Error("The published key is none");
  return { chain: [certificate], key };
}

/** A PID of a grown-up that answers a request, as a form's `vp_token` holds it. */
export async function presentPid(
  request: AuthorizationRequest,
  clock: FixedClock,
  issuer: TestIssuer,
  { payload = {}, ...making }: Partial<SdJwtMaking> = {},
): Promise<string> {
  const now = Math.floor(clock.now().epochMilliseconds / 1000);
  return await makePresentation({
    header: { x5c: issuer.chain.map((der) => Buffer.from(der).toString("base64")) },
    issuerKey: issuer.key,
    payload: { ...credential, iat: now - 60, exp: now + 3600, ...payload },
    binding: { aud: request.client_id, nonce: request.nonce, iat: now },
    ...making,
  });
}
