import type { Clock } from "../../base/clock.ts";
import type { SnapshotHandle } from "../matching/ports.ts";
import type { Result } from "../../base/result.ts";

/** What the description of the lists reads. */
export interface ListsInForcePorts {
  readonly clock: Clock;
  readonly lists: Lists;
}

/** What is in force, and what decisions pin of it. */
export interface ListsInForce {
  readonly snapshot: SnapshotHandle;
  /** What answers name in `listSnapshotIds`: empty for the synthetic list of the sandbox. */
  readonly snapshotIds: readonly string[];
  /** Hours after which a list is stale, or null for a list that does not age. */
  readonly staleAfterHours: number | null;
  /** When the manifest was signed that put it in force; null where no manifest did. */
  readonly manifestAt: Temporal.Instant | null;
  /** When a list's files were last known to be the publisher's newest, by source, where told. */
  readonly checkedAt: ReadonlyMap<string, Temporal.Instant>;
}

/** Why a manifest, or the snapshot that it names, was not followed. */
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
  /** What is in force at this moment, for whoever describes it. */
  current(): ListsInForce;
  /**
   * Runs something that screens against the lists in force. They stay loaded until it has ended, a
   * promise included: a swap never changes the lists under it.
   */
  use<Value>(run: (inForce: ListsInForce) => Value): Value;
  /** The last poll of the manifest; null where none is followed, or none was polled yet. */
  lastUpdate(): ListsUpdate | null;
}

/** Why a published file was not had. */
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

/** Tells one state of a manifest apart from later ones. */
export interface ManifestVersion {
  /** Of its bytes, hex. */
  readonly sha256: string;
  /** What its host tells for conditional requests (RFC 9110 §13.1). */
  readonly validators: Validators;
}

/** Validators of a conditional request; null where a host tells none. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Where an operator publishes a manifest and the snapshots that it names: a folder or a web server. */
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
