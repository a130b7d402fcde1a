import type { AnchorSource } from "../core/presentation/anchor_source.ts";
import { openGrowingAnchors } from "../core/presentation/anchor_source.ts";
import { findOwnFirst } from "../core/presentation/own_status_lists.ts";
import type { OwnStatusLists, Revocations } from "../core/presentation/ports.ts";
import type { TrustAnchor } from "../core/presentation/trust_anchors.ts";
import { credentialTypes } from "../core/credentials/template_schema.ts";
import type { Certificate } from "../standards/x509/certificate.ts";
import type { OpenedRuntime } from "./runtime.ts";

/** What verifying depends on of the credentials that this deployment issues itself. */
export interface OwnCredentials {
  /** The authorities of institutions without a key of their own. */
  readonly authorities: () => Promise<readonly Certificate[]>;
  readonly statusLists: OwnStatusLists;
}

/** Of a deployment that issues nothing. */
export const noOwnCredentials: OwnCredentials = {
  authorities: () => Promise.resolve([]),
  statusLists: { find: () => Promise.resolve("unknown") },
};

/** Types (`vct`) of the credentials that are issued here. */
const types = Object.values(credentialTypes);

/** Seconds after which an authority that was made elsewhere is believed here. */
const keptSeconds = 5;

/** Anchors that are configured, and the authorities of our own credentials for these alone. */
export function anchorsWithOwn(
  { clock }: Pick<OpenedRuntime, "clock">,
  { authorities }: OwnCredentials,
  fixed: readonly TrustAnchor[],
): AnchorSource {
  return openGrowingAnchors({ fixed, authorities, types, keptSeconds, clock });
}

/** Reads the status of our own credentials from the store, and of others by asking their issuers. */
export function revocationsWithOwn(
  { baseUrl }: { readonly baseUrl: string },
  { statusLists: lists }: OwnCredentials,
  others: Revocations,
): Revocations {
  const address = `${baseUrl}/v1/credentials/status-lists/`;
  return findOwnFirst({ address, lists, types, others });
}
