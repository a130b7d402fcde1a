import { createHash } from "node:crypto";
import type { Random } from "./random.ts";

/**
 * Makes a text that is itself an authorization: an id, a code, a token, a cookie or a client's secret.
 *
 * @returns 256 random bits, base64url
 */
export function makeSecret(random: Random): string {
  return random.bytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Whether a text has the form of a secret; no other is worth a look into the store. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * SHA-256, hex: the form in which a secret is kept. It has 256 random bits, so no salt and no slow
 * hash would make it harder to guess.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
