import type { Result } from "../../base/result.ts";

/** Reasons for which a manifest, or the snapshot that it names, is not followed. */
export type UpdateRefusalReason =
  /** No answer, an error or no such file; it is tried again. */
  | "unreachable"
  /** More bytes than the policy reads. */
  | "too_large"
  /** No key of ours has signed the manifest, or it was changed. */
  | "signature"
  /** It is signed, and no manifest that this version reads. */
  | "manifest"
  /** It was signed before the one in force. */
  | "older"
  /** It was signed in what is the future here: one of the two clocks is wrong. */
  | "from_future"
  /** The snapshot's bytes or content are not those that the manifest names. */
  | "snapshot_differs"
  /** The snapshot cannot be opened. */
  | "unusable"
  /** It lost more than the policy believes. */
  | "shrunken";

/** Reason for which a published manifest was not taken. */
export interface UpdateRefusal {
  readonly code: UpdateRefusalReason;
  /** For the operator, without a full stop; names lists and numbers, never an entry. */
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

/** Data in force, which a newer publication may take the place of. */
export interface InForce<Data> {
  /** @returns what is in force at this moment, for a description of it */
  current(): Data;
  /**
   * Runs something on what is in force. It stays loaded until that has ended, a promise included: a
   * swap never changes the data under it.
   */
  use<Value>(run: (data: Data) => Value): Value;
  /** The last poll of the manifest; null where none is followed, or none was polled yet. */
  lastUpdate(): Update | null;
}

/** Data that a manifest may have put in force. */
export interface Dated {
  /** Time of signature of the manifest that put it in force; null where no manifest did. */
  readonly manifestAt: Temporal.Instant | null;
}

/** Reason for which a published file could not be read. */
export interface PublicationRefusal {
  readonly code: "unreachable" | "too_large" | "snapshot_differs";
  /** For the operator, without a full stop. */
  readonly message: string;
}

/** A manifest as it was found. */
export interface PublishedManifest {
  readonly note: string;
  readonly version: ManifestVersion;
}

/** Identifies one state of a manifest. */
export interface ManifestVersion {
  /** Of its bytes, hex. */
  readonly sha256: string;
  /** Validators that its host sent for conditional requests (RFC 9110 §13.1). */
  readonly validators: Validators;
}

/** Validators of a conditional request; null where a host sends none. */
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

/** Place where an operator publishes a manifest and the snapshots that it names: a folder or a web server. */
export interface Publication {
  /**
   * Reads the manifest.
   *
   * @param known the state that the caller has judged
   * @returns null while it is still that one
   */
  manifest(
    known: ManifestVersion | null,
  ): Promise<Result<PublishedManifest | null, PublicationRefusal>>;
  /** Reads a snapshot that a manifest names, and refuses other bytes than those named. */
  snapshot(named: NamedSnapshot): Promise<Result<Uint8Array<ArrayBuffer>, PublicationRefusal>>;
}
