import { CompactEncrypt, importJWK } from "jose";
import type { ContentEncryption } from "./decrypt_jwe.ts";
import type { EcJwk } from "./ec_jwk.ts";

/** A public key for encryption (RFC 7517), with its holder's id for it. */
export interface EncryptionKey extends EcJwk {
  readonly kid?: string | undefined;
}

/**
 * Encrypts a JSON text to the holder of a key: compact JWE (RFC 7516), ECDH-ES+A256KW with A256GCM
 * (RFC 7518 §4.6 and §5.3).
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

/**
 * Encrypts a text directly to a key: compact JWE, ECDH-ES (RFC 7518 §4.6) with AES-GCM.
 *
 * @param enc an algorithm that the holder of the key accepts
 * @param type the types of the JWE and of its content, unless the content is plain JSON (RFC 7516
 *   §4.1.11 and §4.1.12)
 */
export async function encryptTextDirectly(
  text: string,
  { kid, kty, crv, x, y }: EncryptionKey,
  enc: ContentEncryption,
  type: { readonly typ?: string; readonly cty?: string } = {},
): Promise<string> {
  const alg = "ECDH-ES";
  return await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg, enc, ...type, ...(kid === undefined ? {} : { kid }) })
    .encrypt(await importJWK({ kty, crv, x, y }, alg));
}
