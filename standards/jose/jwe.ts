import { CompactEncrypt, importJWK } from "jose";
import type { EcJwk } from "./jws.ts";

/** A public key that texts are encrypted to (RFC 7517), with the id that its holder knows it by. */
export interface EncryptionKey extends EcJwk {
  readonly kid?: string | undefined;
}

/**
 * Encrypts a text of JSON to the holder of a key: compact JWE (RFC 7516), ECDH-ES+A256KW with
 * A256GCM (RFC 7518 §4.6 and §5.3).
 */
export async function encryptText(
  text: string,
  { kid, kty, crv, x, y }: EncryptionKey,
): Promise<string> {
  const alg = "ECDH-ES+A256KW";
  return await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({
      alg,
      enc: "A256GCM",
      typ: "JOSE",
      cty: "application/json",
      ...(kid === undefined ? {} : { kid }),
    })
    .encrypt(await importJWK({ kty, crv, x, y }, alg));
}
