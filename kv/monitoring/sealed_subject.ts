import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Random } from "../../base/random.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Key } from "../store/key.ts";

const algorithm = "aes-256-gcm";
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];
/** Bytes of the wrapped data key, which precedes the encrypted text. */
const wrappedBytes = ivBytes + keyBytes + tagBytes;
const encoder = new TextEncoder();

/**
 * Encrypts a text by a data key of its own, which the book's key wraps: AES-256-GCM (NIST SP
 * 800-38D) for both, bound to the place of the value. Both are in one base64url text, so that they
 * are removed together.
 */
export function sealSubject(
  wrapping: Uint8Array,
  { key, text, random }: { readonly key: Key; readonly text: string; readonly random: Random },
): string {
  const dataKey = random.bytes(keyBytes);
  const wrapped = encrypt(wrapping, { key, bytes: dataKey, random });
  const sealed = encrypt(dataKey, { key, bytes: encoder.encode(text), random });
  dataKey.fill(0);
  return Buffer.concat([wrapped, sealed]).toString("base64url");
}

/**
 * Decrypts a text of {@link sealSubject}.
 *
 * @throws DamagedValueError if it was changed, moved, or sealed by the key of another book
 */
export function unsealSubject(
  wrapping: Uint8Array,
  { key, sealed }: { readonly key: Key; readonly sealed: string },
): string {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const dataKey = decrypt(wrapping, key, bytes.subarray(0, wrappedBytes));
    return decrypt(dataKey, key, bytes.subarray(wrappedBytes)).toString("utf8");
  } catch (cause) {
    throw new DamagedValueError(key, "it was changed, or belongs to another book", cause);
  }
}

function encrypt(
  under: Uint8Array,
  { key, bytes, random }: {
    readonly key: Key;
    readonly bytes: Uint8Array;
    readonly random: Random;
  },
): Buffer {
  const iv = random.bytes(ivBytes);
  const cipher = createCipheriv(algorithm, under, iv);
  cipher.setAAD(associated(key));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(under: Uint8Array, key: Key, sealed: Buffer): Buffer {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, under, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associated(key));
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, end)), decipher.final()]);
}

/** The associated data that bind a value to its place: its key. */
function associated(key: Key): Uint8Array {
  return encoder.encode(`aval/monitoring/v1\n${JSON.stringify(key)}`);
}
