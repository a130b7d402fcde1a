import published from "../../fixtures/credentials/sandbox.json" with { type: "json" };
import { Signatory } from "../../core/credentials/issuer_schema.ts";
import type { StepUpKeys } from "../../core/credentials/step_up_ports.ts";

/** The signer of step-up assertions in every sandbox; its key is published. */
export const sandboxStepUpIssuer = published.stepUp.issuer;

/**
 * The audience of a sandbox's assertion: its credential issuer identifier, on this machine without
 * the port, which the signer need not know.
 */
export function sandboxStepUpAudience(baseUrl: string): string {
  const portless = baseUrl.replace(/^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+/, "$1");
  return `${portless}/v1/credentials`;
}

/**
 * The audiences that a sandbox accepts, including the one with the port, for which earlier versions
 * signed.
 */
export function sandboxStepUpAudiences(baseUrl: string): readonly string[] {
  return [sandboxStepUpAudience(baseUrl), `${baseUrl}/v1/credentials`];
}

/** The signatories of the sandbox's institution. */
export function sandboxSignatories(): readonly Signatory[] {
  return published.signatories.map((signatory) => Signatory.parse(signatory));
}

/** The keys that verify a sandbox's step-up assertions. */
export async function sandboxStepUpKeys(): Promise<StepUpKeys> {
  const { kid, kty, crv, x, y } = published.stepUp.privateKey;
  const key = await importKey({ kty, crv, x, y }, "verify");
  return {
    find: (named) =>
      Promise.resolve(
        named.kid === kid && named.alg === "ES256" ? { kind: "key", key } : { kind: "unknown" },
      ),
  };
}

/** The ES256 signer of a sandbox's step-up assertions. */
export async function sandboxStepUpSigner(): Promise<
  { readonly kid: string; readonly key: CryptoKey }
> {
  const { kid, kty, crv, x, y, d } = published.stepUp.privateKey;
  return { kid, key: await importKey({ kty, crv, x, y, d }, "sign") };
}

async function importKey(jwk: JsonWebKey, use: "sign" | "verify"): Promise<CryptoKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return await crypto.subtle.importKey("jwk", jwk, algorithm, false, [use]);
}
