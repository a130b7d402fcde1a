import type { Clock } from "../../base/clock.ts";
import type { SnapshotHandle } from "../matching/ports.ts";
import type { Result } from "../../base/result.ts";

/** Ports of the description of the lists. */
export interface ListsInForcePorts {
  readonly clock: Clock;
  readonly lists: Lists;
}

/** The snapshot in force, and the ids of it that decisions pin. */
export interface ListsInForce {
  readonly snapshot: SnapshotHandle;
  /** `listSnapshotIds` of answers: empty for the synthetic list of the sandbox. */
  readonly snapshotIds: readonly string[];
  /** Hours after which a list is stale, or null for a list that does not age. */
  readonly staleAfterHours: number | null;
  /** Time of signature of the manifest that put it in force; null where no manifest did. */
  readonly manifestAt: Temporal.Instant | null;
  /** Times at which a list's files were last known to be the publisher's newest, by source. */
  readonly checkedAt: ReadonlyMap<string, Temporal.Instant>;
}

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
  /** The snapshot's bytes or lists are not those that the manifest names. */
  | "snapshot_differs"
  /** The engine cannot open the snapshot. */
  | "unusable"
  /** A list lost more entities than the policy believes, or is gone. */
  | "shrunken";

/** Result of polling a manifest. */
export type UpdateOutcome =
  | { readonly kind: "taken" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly reason: UpdateRefusalReason };

/** The last poll of the manifest. */
export interface ListsUpdate {
  readonly at: Temporal.Instant;
  readonly outcome: UpdateOutcome;
}

/** The list snapshots that are in force. */
export interface Lists {
  /** @returns the lists in force at this moment, for a description of them */
  current(): ListsInForce;
  /**
   * Runs something that screens against the lists in force. They stay loaded until it has ended, a
   * promise included: a swap never changes the lists under it.
   */
  use<Value>(run: (inForce: ListsInForce) => Value): Value;
  /** The last poll of the manifest; null where none is followed, or none was polled yet. */
  lastUpdate(): ListsUpdate | null;
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

/** Place where an operator publishes a manifest and the snapshots that it names: a folder or a web server. */
export interface ListPublication {
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
  snapshot(
    named: { readonly url: string; readonly sha256: string; readonly bytes: number },
  ): Promise<Result<Uint8Array<ArrayBuffer>, PublicationRefusal>>;
}
