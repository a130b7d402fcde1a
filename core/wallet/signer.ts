/** A key, or what signs in its place: of bytes `r` and `s`, one after the other. */
export type Signer = CryptoKey | ((bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>);

/** Signs bytes; a key on P-256 by SHA-256. */
export async function signWith(
  signer: Signer,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  if (typeof signer === "function") return await signer(bytes);
  return new Uint8Array(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, signer, bytes),
  );
}
