import type { Clock } from "../../../base/clock.ts";
import type { CredentialIssuerMetadata } from "../issuance_schema.ts";
import type { IssuerMetadata } from "../ports.ts";
import { describeIssuer, type DescribeIssuerPorts } from "./describe_issuer.ts";

/**
 * How long a description is good: a template is approved long before the first wallet hears of it,
 * and a flood of readers costs one read of the store a second.
 */
const goodMilliseconds = 1_000;

/** Opens the issuer metadata: described once for all who read it within a second. */
export function openIssuerMetadata(
  { clock, ...ports }: DescribeIssuerPorts & { readonly clock: Clock },
): IssuerMetadata {
  let kept: { readonly at: number; readonly metadata: Promise<CredentialIssuerMetadata> } | null =
    null;
  return {
    read: async () => {
      const now = clock.now().epochMilliseconds;
      if (kept !== null && now - kept.at < goodMilliseconds && now >= kept.at) {
        return await kept.metadata;
      }
      const metadata = describeIssuer(ports);
      const own = { at: now, metadata };
      kept = own;
      try {
        return await metadata;
      } catch (fault) {
        if (kept === own) kept = null;
        throw fault;
      }
    },
  };
}
