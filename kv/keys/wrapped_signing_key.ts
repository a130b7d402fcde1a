import { calculateJwkThumbprint } from "jose";
import type { Random } from "../../base/random.ts";
import { unwrapDataKey, wrapDataKey, type WrappedKey, type WrappingKeys } from "./wrapped_key.ts";

const p256 = { name: "ECDSA", namedCurve: "P-256" } as const;

/** A signing key on P-256 whose private part is wrapped. */
export interface WrappedSigningKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  /** PKCS #8. */
  readonly wrapped: WrappedKey;
}

/** A signing key in use. Its private part cannot be exported. */
export interface OpenSigningKey {
  readonly cryptoKey: CryptoKey;
  readonly publicKey: { readonly x: string; readonly y: string };
}

/** What a key is bound to when it is wrapped. */
export interface SigningKeyBinding {
  /** What it signs: a key cannot be given another use. */
  readonly name: string;
  /** The id that it is bound to; absent: its thumbprint alone. */
  readonly owner?: string;
}

/** Makes a key on P-256 and wraps its private part, which is never shown in clear. */
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
 * Opens a key. The public part is that of the wrapped private one: an attacker who can write the store, and
 * has no secret, cannot have another key published.
 *
 * @throws Error that names the variable to set, or says that the stored key is damaged
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

/** What the wrapping of a key is bound to. */
export function nameOf(
  { name, owner }: SigningKeyBinding,
  kid: string,
): { readonly name: string; readonly id: string } {
  return { name, id: owner === undefined ? kid : `${kid} ${owner}` };
}
