/** The domain's source of randomness: cryptographic in a deployment, seeded in tests. */
export interface Random {
  /** @returns `length` random bytes */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}
