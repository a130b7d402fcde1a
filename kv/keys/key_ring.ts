import type { Check } from "../store/store.ts";

/** One data key, usable for its purpose and not extractable. */
export interface DataKey {
  readonly id: string;
  readonly cryptoKey: CryptoKey;
  /** RFC 3339; absent for the active key. */
  readonly retiredAt?: string;
  /** Whether a version that seals the audit log started the ring with this key. */
  readonly isMarked?: true;
  /** The public key of a signing key (Ed25519, 32 bytes). */
  readonly publicKey?: Uint8Array<ArrayBuffer>;
}

/**
 * The data keys of one purpose: the active one that writes, and all that read. The members show the
 * ring as last read; another process may have rotated it since.
 */
export interface KeyRing {
  readonly active: DataKey;
  readonly byId: ReadonlyMap<string, DataKey>;
  /** Succeeds while the stored ring is unchanged, for writes that must not miss a rotation. */
  readonly check: Check;
  /** Reads the ring again; a known key is not unwrapped again. */
  reload(): Promise<void>;
}
