import { openIssuerMetadata } from "../../core/credentials/issuance/issuer_metadata.ts";
import type { DescribeIssuerPorts } from "../../core/credentials/issuance/describe_issuer.ts";
import type { IssuancePorts } from "../../core/credentials/issuance_ports.ts";
import { openCredentialNonces } from "../../kv/credentials/credential_nonces.ts";
import { openCredentialTokens } from "../../kv/credentials/credential_tokens.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The ports of issuing credentials that are opened here. */
export type CredentialIssuanceAdapters = Pick<
  IssuancePorts,
  "credentialIssuance" | "credentialNonces" | "credentialTokens" | "issuerMetadata"
>;

/** Opens the ports by which wallets redeem offers. */
export function openCredentialIssuance(
  { mode, baseUrl, policy: { lifetimes, verification } }: Config,
  runtime: OpenedRuntime,
  { store, ...described }:
    & { readonly store: Store }
    & Pick<DescribeIssuerPorts, "academicIssuers" | "credentialTemplates">,
): CredentialIssuanceAdapters {
  const tokenMinutes = lifetimes.credentialAccessTokenMinutes;
  const nonceMinutes = lifetimes.credentialNonceMinutes;
  const credentialIssuance = {
    issuer: `${baseUrl}/v1/credentials`,
    rules: {
      accessTokenMinutes: tokenMinutes,
      nonceMinutes,
      enrolmentDays: lifetimes.enrolmentDays,
      keyProofSeconds: verification.keyBindingSeconds,
      clockSkewSeconds: verification.clockSkewSeconds,
    },
  };
  return {
    credentialIssuance,
    credentialNonces: openCredentialNonces({ ...runtime, store, nonceMinutes }),
    credentialTokens: openCredentialTokens({ ...runtime, store, mode, tokenMinutes }),
    issuerMetadata: openIssuerMetadata({ ...runtime, ...described, credentialIssuance }),
  };
}
