import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import { z } from "zod";
import type { Random } from "../../base/random.ts";
import { secretOf } from "./secret_key.ts";
import { DamagedValueError } from "./damaged_value.ts";
import type { Key } from "./key.ts";
import { ExpiresAt } from "./lifetime.ts";

/** A key that values are encrypted under. */
export interface EncryptionKey {
  readonly id: string;
  readonly cryptoKey: CryptoKey;
}

/** The keys of one purpose: the active one that writes, and all that read. */
export interface EncryptionKeys {
  readonly active: EncryptionKey;
  readonly byId: ReadonlyMap<string, EncryptionKey>;
  /** Reads the keys again, since another process may have made one. */
  reload(): Promise<void>;
}

/** A kind of value that is encrypted at rest. */
export interface Encrypted<T> {
  readonly schema: z.ZodType<T>;
  readonly keys: EncryptionKeys;
}

/** Returns the stored form of values that are encrypted under the active key. */
export function encrypted<T>(schema: z.ZodType<T>, keys: EncryptionKeys): Encrypted<T> {
  return { schema, keys };
}

/** Base64url characters. Whether they encode the right bytes is decided by the ciphertext's tag. */
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]*$/);

/** An encrypted value: AES-256-GCM (NIST SP 800-38D), with the id of the data key. */
export const Sealed = z.strictObject({
  v: z.literal(1),
  keyId: z.string(),
  iv: Base64Url,
  ciphertext: Base64Url,
  /** The value's lifetime in clear, so that a copy of the store without its keys keeps it. */
  expiresAt: ExpiresAt.optional(),
});
export type Sealed = z.infer<typeof Sealed>;

const encoder = new TextEncoder();
const algorithm = "aes-256-gcm";
/** Bytes of an authentication tag, which follows the ciphertext as in Web Crypto. */
const tagBytes = 16;

/**
 * Bytes of an initialisation vector: random, so that a data key may encrypt at most 2^32 values.
 */
const ivBytes = 12;

/** Encrypts a text for one storage key: it cannot be decrypted at another. */
export function seal(
  keys: EncryptionKeys,
  { key, text, random, expiresAt }: {
    readonly key: Key;
    readonly text: string;
    readonly random: Random;
    readonly expiresAt: string | null;
  },
): Sealed {
  const iv = random.bytes(ivBytes);
  const { id, cryptoKey } = keys.active;
  const lifetime = expiresAt === null ? {} : { expiresAt };
  const cipher = createCipheriv(algorithm, secretOf(cryptoKey), iv);
  cipher.setAAD(associated(key, lifetime));
  const ciphertext = Buffer.concat([
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return {
    v: 1,
    keyId: id,
    iv: base64url(iv),
    ciphertext: ciphertext.toString("base64url"),
    ...lifetime,
  };
}

/**
 * Decrypts the result of {@link seal}.
 *
 * @throws DamagedValueError when the value was changed, moved, or encrypted under another data key
 */
export async function unseal(
  keys: EncryptionKeys,
  { key, sealed }: { readonly key: Key; readonly sealed: Sealed },
): Promise<string> {
  const dataKey = await findDataKey(keys, sealed.keyId);
  if (dataKey === null) {
    throw new DamagedValueError(key, `its data key ${sealed.keyId} is not on file`);
  }
  const iv = Buffer.from(sealed.iv, "base64url");
  const ciphertext = Buffer.from(sealed.ciphertext, "base64url");
  const end = ciphertext.length - tagBytes;
  try {
    const decipher = createDecipheriv(algorithm, secretOf(dataKey.cryptoKey), iv, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(associated(key, sealed));
    decipher.setAuthTag(ciphertext.subarray(end));
    const clear = decipher.update(ciphertext.subarray(0, end));
    // Throws where the tag is another: nothing of the text is used before it.
    decipher.final();
    return clear.toString("utf8");
  } catch (cause) {
    throw new DamagedValueError(key, "it was changed, or belongs to another key", cause);
  }
}

/**
 * Finds a data key, and reads the keys again for an unknown id, since another process may have made
 * it.
 */
async function findDataKey(keys: EncryptionKeys, id: string): Promise<EncryptionKey | null> {
  if (!keys.byId.has(id)) await keys.reload();
  return keys.byId.get(id) ?? null;
}

/** The associated data of a value: its storage key, and its lifetime if it has one. */
function associated(key: Key, { expiresAt }: Pick<Sealed, "expiresAt">): Uint8Array<ArrayBuffer> {
  const lifetime = expiresAt === undefined ? "" : `\n${expiresAt}`;
  return encoder.encode(`aval/kv/v1\n${JSON.stringify(key)}${lifetime}`);
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
