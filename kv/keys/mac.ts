import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { secretOf } from "./secret_key.ts";

const encoder = new TextEncoder();

/**
 * HMAC-SHA-256 over a list of texts, base64url. The list is written as JSON, so that no two lists
 * have the same bytes; its first member says what is meant, so that no MAC stands for another thing.
 */
export function macOf(
  key: CryptoKey,
  parts: readonly [meaning: string, ...string[]],
): string {
  // Not by `node:crypto`, which prints a warning on the oldest runtime.
  const mac = hmac(sha256, secretOf(key), encoder.encode(JSON.stringify(parts)));
  return mac.toBase64({ alphabet: "base64url", omitPadding: true });
}
