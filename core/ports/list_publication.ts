import type { Result } from "../result.ts";

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
