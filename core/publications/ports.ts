import type { Result } from "../../base/result.ts";

/** The reason why a manifest, or its snapshot, is refused. */
export type UpdateRefusalReason =
  /** No answer, an error or no such file; retried. */
  | "unreachable"
  /** More bytes than the policy permits. */
  | "too_large"
  /** None of the configured keys signed the manifest, or it was changed. */
  | "signature"
  /** The signature is valid, but this version cannot read the content. */
  | "manifest"
  /** It was signed before the manifest in force. */
  | "older"
  /** Signed in the future: one of the two clocks is wrong. */
  | "from_future"
  /** The snapshot's bytes or content differ from those in the manifest. */
  | "snapshot_differs"
  /** The snapshot cannot be opened. */
  | "unusable"
  /** It lost more than the policy accepts. */
  | "shrunken";

/** The reason why a published manifest was refused. */
export interface UpdateRefusal {
  readonly code: UpdateRefusalReason;
  /** A message for the operator, without a full stop; names lists and numbers, never an entry. */
  readonly message: string;
}

/** Result of polling a manifest. */
export type UpdateOutcome =
  | { readonly kind: "taken" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly reason: UpdateRefusalReason };

/** The last poll of a manifest. */
export interface Update {
  readonly at: Temporal.Instant;
  readonly outcome: UpdateOutcome;
}

/** Data in force, which a newer publication may replace. */
export interface InForce<Data> {
  /** @returns the data currently in force, for a description */
  current(): Data;
  /**
   * Runs a function on the data in force. They stay loaded until it has ended, including a returned
   * promise: a swap never changes the data during the run.
   */
  use<Value>(run: (data: Data) => Value): Value;
  /** The last poll of the manifest; null without a manifest, or before the first poll. */
  lastUpdate(): Update | null;
}

/** Data that a manifest may have put in force. */
export interface Dated {
  /** Signing time of the manifest that put the data in force; null without a manifest. */
  readonly manifestAt: Temporal.Instant | null;
}

/** The reason why a published file could not be read. */
export interface PublicationRefusal {
  readonly code: "unreachable" | "too_large" | "snapshot_differs";
  /** A message for the operator, without a full stop. */
  readonly message: string;
}

/** A manifest as found. */
export interface PublishedManifest {
  readonly note: string;
  readonly version: ManifestVersion;
}

/** Identifies one state of a manifest. */
export interface ManifestVersion {
  /** Hex SHA-256 of the snapshot's bytes. */
  readonly sha256: string;
  /** Validators that its host sent for conditional requests (RFC 9110 §13.1). */
  readonly validators: Validators;
}

/** Validators of a conditional request; null if the host sends none. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The snapshot that a manifest names. */
export interface NamedSnapshot {
  readonly url: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The place where an operator publishes a manifest and its snapshots: a folder or a web server. */
export interface Publication {
  /**
   * Reads the manifest.
   *
   * @param known the state that the caller already judged
   * @returns null if the state is unchanged
   */
  manifest(
    known: ManifestVersion | null,
  ): Promise<Result<PublishedManifest | null, PublicationRefusal>>;
  /** Reads a manifest's snapshot, and refuses bytes with another hash. */
  snapshot(named: NamedSnapshot): Promise<Result<Uint8Array<ArrayBuffer>, PublicationRefusal>>;
}
