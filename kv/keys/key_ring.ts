import type { Check } from "../store/store.ts";

/** One data key, ready for its purpose and never to be exported. */
export interface DataKey {
  readonly id: string;
  readonly cryptoKey: CryptoKey;
  /** RFC 3339; absent while it writes. */
  readonly retiredAt?: string;
  /** Whether the ring was begun with it by a version that seals the audit log. */
  readonly isMarked?: true;
  /** Of a key that signs: what verifies it (Ed25519, 32 bytes). */
  readonly publicKey?: Uint8Array<ArrayBuffer>;
}

/**
 * The data keys of one purpose: the one that writes, and all that read. The members show the ring
 * as it was last read; another process may have rotated it since.
 */
export interface KeyRing {
  readonly active: DataKey;
  readonly byId: ReadonlyMap<string, DataKey>;
  /** Holds while the stored ring is the one that was read: for writes that must not miss a rotation. */
  readonly check: Check;
  /** Reads the ring again; a key that is known is not unwrapped again. */
  reload(): Promise<void>;
}
