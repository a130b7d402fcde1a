import { createHmac } from "node:crypto";
import { secretOf } from "./secret_key.ts";

/**
 * HMAC-SHA-256 over a list of texts, base64url. The list is written as JSON, so that no two lists
 * have the same bytes; its first member says what is meant, so that no MAC stands for another thing.
 */
export function macOf(
  key: CryptoKey,
  parts: readonly [meaning: string, ...string[]],
): string {
  return createHmac("sha256", secretOf(key)).update(JSON.stringify(parts), "utf8")
    .digest("base64url");
}
