/** One data key, ready for its purpose and never to be exported. */
export interface DataKey {
  readonly id: string;
  readonly cryptoKey: CryptoKey;
  /** Of a key that signs: what verifies it (Ed25519, 32 bytes). */
  readonly publicKey?: Uint8Array<ArrayBuffer>;
}

/** The data keys of one purpose: the one that writes, and all that read. */
export interface KeyRing {
  readonly active: DataKey;
  readonly byId: ReadonlyMap<string, DataKey>;
}
