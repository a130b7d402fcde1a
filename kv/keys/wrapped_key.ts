import { z } from "zod";
import type { Random } from "../../base/random.ts";

/** The operator's secret, and the previous one, which only unwraps. */
export interface Secrets {
  /** `AVAL_SECRET_KEY`: 32 bytes. */
  readonly current: Uint8Array<ArrayBuffer>;
  /** `AVAL_SECRET_KEY_PREVIOUS`: 32 bytes. */
  readonly previous?: Uint8Array<ArrayBuffer>;
}

/** A data key, as stored. */
export const WrappedKey = z.object({
  /** The id of the wrapping secret, which reveals nothing else about it. */
  secretId: z.string(),
  iv: z.base64(),
  ciphertext: z.base64(),
}).readonly();
export type WrappedKey = z.infer<typeof WrappedKey>;

/** The key derived from a secret by HKDF; the secret itself is never used directly. */
export interface WrappingKey {
  readonly secretId: string;
  readonly cryptoKey: CryptoKey;
}

/** The available wrapping keys: the current one wraps, all of them unwrap. */
export interface WrappingKeys {
  readonly current: WrappingKey;
  readonly all: readonly WrappingKey[];
}

const secretBytes = 32;

/** Derives the wrapping keys of the operator's secrets (HKDF-SHA-256, RFC 5869). */
export async function deriveWrappingKeys({ current, previous }: Secrets): Promise<WrappingKeys> {
  const first = await derive(current, "AVAL_SECRET_KEY");
  if (previous === undefined) return { current: first, all: [first] };
  return { current: first, all: [first, await derive(previous, "AVAL_SECRET_KEY_PREVIOUS")] };
}

/** A data key in clear, and its binding. */
export interface NamedSecret {
  readonly name: string;
  readonly id: string;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/**
 * Wraps a data key by AES-256-GCM. AES-KW (RFC 3394) has no associated data: here purpose and id
 * are authenticated, so that a key cannot be moved to another purpose.
 */
export async function wrapDataKey(
  { secretId, cryptoKey }: WrappingKey,
  { name, id, secret, random }: NamedSecret & { readonly random: Random },
): Promise<WrappedKey> {
  const iv = random.bytes(12);
  const algorithm = { name: "AES-GCM", iv, additionalData: associated(name, id) };
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, cryptoKey, secret));
  return { secretId, iv: iv.toBase64(), ciphertext: ciphertext.toBase64() };
}

/** A wrapped data key and its binding. */
export interface NamedWrappedKey {
  readonly name: string;
  readonly id: string;
  readonly wrapped: WrappedKey;
}

/**
 * Unwraps the result of {@link wrapDataKey}, with any of the secrets.
 *
 * @throws Error that names the variable to set, or reports a damaged key
 */
export async function unwrapDataKey(
  { all }: WrappingKeys,
  { name, id, wrapped }: NamedWrappedKey,
): Promise<Uint8Array<ArrayBuffer>> {
  const wrapping = all.find(({ secretId }) => secretId === wrapped.secretId);
  if (wrapping === undefined) {
    throw new Error(
      "AVAL_SECRET_KEY is not the secret that this store was set up with: set it to that one, " +
        "or set AVAL_SECRET_KEY_PREVIOUS to it. A store that a sandbox has made stays a sandbox's: " +
        "give a live deployment a new one by AVAL_KV",
    );
  }
  const algorithm = {
    name: "AES-GCM",
    iv: Uint8Array.fromBase64(wrapped.iv),
    additionalData: associated(name, id),
  };
  try {
    const ciphertext = Uint8Array.fromBase64(wrapped.ciphertext);
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, wrapping.cryptoKey, ciphertext));
  } catch (cause) {
    throw new Error(`The stored data key "${name}" is damaged`, { cause });
  }
}

/**
 * Wraps a key again if another secret than the current one wraps it. The key itself is unchanged.
 *
 * @throws Error as {@link unwrapDataKey} does
 */
export async function rewrapDataKey(
  wrapping: WrappingKeys,
  { name, id, wrapped }: NamedWrappedKey,
  random: Random,
): Promise<WrappedKey> {
  const { current } = wrapping;
  if (wrapped.secretId === current.secretId) return wrapped;
  const secret = await unwrapDataKey(wrapping, { name, id, wrapped });
  const next = await wrapDataKey(current, { name, id, secret, random });
  secret.fill(0);
  return next;
}

async function derive(secret: Uint8Array<ArrayBuffer>, variable: string): Promise<WrappingKey> {
  if (secret.length !== secretBytes) {
    throw new Error(`${variable} must be ${secretBytes} bytes, and has ${secret.length}`);
  }
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const cryptoKey = await crypto.subtle.deriveKey(
    hkdf("aval/data-key-wrap/v1"),
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  const id = await crypto.subtle.deriveBits(hkdf("aval/secret-id/v1"), material, 64);
  return { secretId: new Uint8Array(id).toHex(), cryptoKey };
}

function hkdf(info: string): HkdfParams {
  const bytes = new TextEncoder().encode(info);
  return { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes };
}

function associated(name: string, id: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`aval/data-key/v1\n${JSON.stringify([name, id])}`);
}
