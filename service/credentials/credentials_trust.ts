import type { Clock } from "../../base/clock.ts";
import type { TrustAnchor } from "../../core/presentation/trust_anchors.ts";
import { openIssuingAuthority } from "../../kv/credentials/issuing_authority.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import { sandboxAcademicAuthority } from "../../sandbox/invented/academic.ts";
import { secretsOf } from "../access/secrets.ts";

/**
 * The trusted issuers of academic credentials in addition to the operator's anchors, cached for a
 * few seconds: the same array as long as nothing changes.
 */
export type AcademicAnchors = () => Promise<readonly TrustAnchor[]>;

/**
 * Opens the anchors of academic credentials: this deployment's issuing authority from its creation,
 * and in a sandbox the published one. They are trusted for no other credentials.
 *
 * @throws Error that names the variable when no given secret unwraps the authority's key
 */
export async function openAcademicAnchors(
  config: Pick<Config, "mode" | "secretKey" | "previousSecretKey">,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<AcademicAnchors> {
  const authority = await openIssuingAuthority({ store, clock, secrets: secretsOf(config) });
  const published = config.mode === "sandbox" ? [sandboxAcademicAuthority()] : [];
  let anchors: readonly TrustAnchor[] = published;
  return async () => {
    const own = await authority.anchor();
    const known = anchors.length > published.length ? anchors.at(-1) : null;
    if (own !== known) anchors = own === null ? published : [...published, own];
    return anchors;
  };
}
