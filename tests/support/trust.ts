import type { IssuerTrust } from "../../core/presentation/ports.ts";
import type { TrustAnchor } from "../../core/presentation/trust_anchors.ts";
import { openIssuerTrust } from "../../core/presentation/trusted_issuer.ts";
import { openVerifyChainCached } from "../../standards/x509/verify_chain_cached.ts";

/** Trust in credentials whose chains end at these anchors. */
export function trustIn(anchors: readonly TrustAnchor[]): IssuerTrust {
  return openIssuerTrust({
    anchors: () => Promise.resolve(anchors),
    verifyChain: openVerifyChainCached(),
  });
}
