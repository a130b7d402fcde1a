import { credentialTypes } from "../../core/credentials/template_schema.ts";
import type { AnchorSource } from "../../core/presentation/anchor_source.ts";
import { findOwnFirst } from "../../core/presentation/issued_statuses.ts";
import type { IssuedStatuses, Revocations } from "../../core/presentation/ports.ts";

/** What verifying depends on of the credentials that this deployment issues itself. */
export interface OwnCredentials {
  /** The authorities of institutions without a key of their own, for the academic types alone. */
  readonly anchors: AnchorSource;
  readonly statusLists: IssuedStatuses;
}

/** Types (`vct`) of the credentials that are issued here. */
const types = Object.values(credentialTypes);

/** Reads the status of our own credentials from the store, and of others by asking their issuers. */
export function revocationsWithOwn(
  { baseUrl }: { readonly baseUrl: string },
  { statusLists: lists }: OwnCredentials,
  others: Revocations,
): Revocations {
  const address = `${baseUrl}/v1/credentials/status-lists/`;
  return findOwnFirst({ address, lists, types, others });
}
