import { credentialTypes } from "../../core/credentials/template_schema.ts";
import type { AnchorSource } from "../../core/presentation/anchor_source.ts";
import { findOwnFirst } from "../../core/presentation/issued_statuses.ts";
import type { IssuedStatuses, Revocations } from "../../core/presentation/ports.ts";

/** The facts about credentials issued by this deployment that verification needs. */
export interface OwnCredentials {
  /** The authorities of institutions without a key of their own, only for academic types. */
  readonly anchors: AnchorSource;
  readonly statusLists: IssuedStatuses;
}

/** Types (`vct`) of the credentials issued here. */
const types = Object.values(credentialTypes);

/**
 * Reads the status of credentials issued here from the store, and fetches others from their
 * issuers.
 */
export function revocationsWithOwn(
  { baseUrl }: { readonly baseUrl: string },
  { statusLists: lists }: OwnCredentials,
  others: Revocations,
): Revocations {
  const address = `${baseUrl}/v1/credentials/status-lists/`;
  return findOwnFirst({ address, lists, types, others });
}
