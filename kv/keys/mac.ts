import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "../../base/bytes.ts";
import { secretOf } from "../store/secret_key.ts";

const encoder = new TextEncoder();

/**
 * HMAC-SHA-256 over a list of texts, base64url. The list is encoded as JSON, so that different
 * lists have different bytes; its first member names the purpose, so that no MAC is valid for
 * another purpose.
 */
export function macOf(
  key: CryptoKey,
  parts: readonly [meaning: string, ...string[]],
): string {
  return hmacOf(key, encoder.encode(JSON.stringify(parts)));
}

/**
 * HMAC-SHA-256 over texts, base64url: each text as UTF-8, preceded by its number of bytes (32 bits,
 * big-endian), so that different lists have different bytes. For a key with a single purpose, so
 * that other implementations can compute the same.
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
 * HMAC-SHA-256 over a list of texts in the encoding of {@link macOf}, base64url, by a key derived
 * from a data key of another purpose (as HKDF-Expand, RFC 5869 §2.3, of one block).
 */
export function derivedMacOf(
  key: CryptoKey,
  { use, parts }: { readonly use: string; readonly parts: readonly string[] },
): string {
  return macBy(begunHmac(key, use), encoder.encode(JSON.stringify(parts)));
}

/** Does not use `node:crypto`, which prints a warning on the oldest runtime. */
function hmacOf(key: CryptoKey, bytes: Uint8Array): string {
  return macBy(begunHmac(key, null), bytes);
}

type Hmac = ReturnType<typeof hmac.create>;

/**
 * HMACs that have already read their key, by derived purpose; reading the key is half the cost of a
 * MAC.
 */
const begun = new WeakMap<CryptoKey, Map<string | null, Hmac>>();

function begunHmac(key: CryptoKey, use: string | null): Hmac {
  const byUse = begun.get(key) ?? new Map<string | null, Hmac>();
  begun.set(key, byUse);
  const known = byUse.get(use);
  if (known !== undefined) return known;
  const secret = secretOf(key);
  const derived = use === null ? secret : hmac(sha256, secret, encoder.encode(`${use}\x01`));
  const made = hmac.create(sha256, derived);
  byUse.set(use, made);
  return made;
}

function macBy(begun: Hmac, bytes: Uint8Array): string {
  const mac = begun.clone().update(bytes).digest();
  return mac.toBase64({ alphabet: "base64url", omitPadding: true });
}
