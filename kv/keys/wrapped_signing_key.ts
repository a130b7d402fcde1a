import { calculateJwkThumbprint } from "jose";
import type { Random } from "../../base/random.ts";
import { unwrapDataKey, wrapDataKey, type WrappedKey, type WrappingKeys } from "./wrapped_key.ts";

const p256 = { name: "ECDSA", namedCurve: "P-256" } as const;

/** A P-256 signing key with a wrapped private part. */
export interface WrappedSigningKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  /** PKCS #8. */
  readonly wrapped: WrappedKey;
}

/** An opened signing key, not extractable. */
export interface OpenSigningKey {
  readonly cryptoKey: CryptoKey;
  readonly publicKey: { readonly x: string; readonly y: string };
}

/** The binding of a wrapped key. */
export interface SigningKeyBinding {
  /** The purpose of the key, which cannot be changed. */
  readonly name: string;
  /** The id to which it is bound; absent: only its thumbprint. */
  readonly owner?: string;
}

/** Makes a P-256 key and wraps its private part, which is never shown in clear. */
export async function makeWrappedSigningKey(
  wrapping: WrappingKeys,
  binding: SigningKeyBinding & { readonly random: Random },
): Promise<WrappedSigningKey> {
  const { privateKey } = await crypto.subtle.generateKey(p256, true, ["sign", "verify"]);
  const secret = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const wrapped = await wrapSigningKey(wrapping, { ...binding, secret });
  secret.fill(0);
  return wrapped;
}

/** Wraps a private key on P-256. @param secret PKCS #8 */
export async function wrapSigningKey(
  { current }: WrappingKeys,
  { secret, random, ...binding }: SigningKeyBinding & {
    readonly secret: Uint8Array<ArrayBuffer>;
    readonly random: Random;
  },
): Promise<WrappedSigningKey> {
  const exportable = await crypto.subtle.importKey("pkcs8", secret, p256, true, ["sign"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", exportable);
  const kid = await calculateJwkThumbprint({ kty: "EC", crv: "P-256", x, y });
  const named = { ...nameOf(binding, kid), secret, random };
  return { kid, wrapped: await wrapDataKey(current, named) };
}

/**
 * Opens a key. The public part is computed from the wrapped private one, so that an attacker who
 * can write to the store, but lacks the secret, cannot have another key published.
 *
 * @throws Error that names the variable to set, or reports a damaged key
 */
export async function openWrappedSigningKey(
  wrapping: WrappingKeys,
  { kid, wrapped, ...binding }: SigningKeyBinding & WrappedSigningKey,
): Promise<OpenSigningKey> {
  const secret = await unwrapDataKey(wrapping, { ...nameOf(binding, kid), wrapped });
  const exportable = await crypto.subtle.importKey("pkcs8", secret, p256, true, ["sign"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", exportable);
  const cryptoKey = await crypto.subtle.importKey("pkcs8", secret, p256, false, ["sign"]);
  secret.fill(0);
  return { cryptoKey, publicKey: { x, y } };
}

/** The binding of a wrapped key as a text. */
export function nameOf(
  { name, owner }: SigningKeyBinding,
  kid: string,
): { readonly name: string; readonly id: string } {
  return { name, id: owner === undefined ? kid : `${kid} ${owner}` };
}
