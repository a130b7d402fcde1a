/** Where the domain gets randomness: cryptographic in a deployment, seeded in tests. */
export interface Random {
  /** @returns `length` random bytes */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}
