import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "../../base/bytes.ts";
import { secretOf } from "../store/secret_key.ts";

const encoder = new TextEncoder();

/**
 * HMAC-SHA-256 over a list of texts, base64url. The list is written as JSON, so that no two lists
 * have the same bytes; its first member says what is meant, so that no MAC stands for another thing.
 */
export function macOf(
  key: CryptoKey,
  parts: readonly [meaning: string, ...string[]],
): string {
  return hmacOf(key, encoder.encode(JSON.stringify(parts)));
}

/**
 * HMAC-SHA-256 over texts, base64url: each as UTF-8 after the number of its bytes (32 bits, the most
 * significant byte first), so that no two lists have the same bytes. For a key of one single use, of
 * which other implementations can compute the same.
 */
export function prefixedMacOf(key: CryptoKey, texts: readonly string[]): string {
  return hmacOf(
    key,
    concatBytes(texts.flatMap((text) => {
      const bytes = encoder.encode(text);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      return [length, bytes];
    })),
  );
}

/**
 * HMAC-SHA-256 over a list of texts as {@link macOf} writes it, base64url, by a key that is derived
 * from a data key of another use (as HKDF-Expand, RFC 5869 §2.3, of one block).
 */
export function derivedMacOf(
  key: CryptoKey,
  { use, parts }: { readonly use: string; readonly parts: readonly string[] },
): string {
  const derived = hmac(sha256, secretOf(key), encoder.encode(`${use}\x01`));
  const mac = hmac(sha256, derived, encoder.encode(JSON.stringify(parts)));
  return mac.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Not by `node:crypto`, which prints a warning on the oldest runtime. */
function hmacOf(key: CryptoKey, bytes: Uint8Array): string {
  const mac = hmac(sha256, secretOf(key), bytes);
  return mac.toBase64({ alphabet: "base64url", omitPadding: true });
}
