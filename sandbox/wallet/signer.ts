/** A key, or a function in its place that returns `r` followed by `s`. */
export type Signer = CryptoKey | ((bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>);

/** Signs bytes; with a P-256 key by SHA-256. */
export async function signWith(
  signer: Signer,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  if (typeof signer === "function") return await signer(bytes);
  return new Uint8Array(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, signer, bytes),
  );
}
