import type { DataKey } from "./key_ring.ts";

/** The bytes before an Ed25519 seed in PKCS #8 (RFC 8410 §7). */
const pkcs8Start = Uint8Array.fromHex("302e020100300506032b657004220420");

/** Imports 32 random bytes as an Ed25519 signing key (RFC 8032 §5.1.5), not extractable. */
export async function importSigningKey(
  seed: Uint8Array<ArrayBuffer>,
): Promise<Pick<DataKey, "cryptoKey" | "publicKey">> {
  const pkcs8 = new Uint8Array(pkcs8Start.length + seed.length);
  pkcs8.set(pkcs8Start);
  pkcs8.set(seed, pkcs8Start.length);
  const exportable = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", exportable);
  const cryptoKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  pkcs8.fill(0);
  return { cryptoKey, publicKey: Uint8Array.fromBase64(x, { alphabet: "base64url" }) };
}
