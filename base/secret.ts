import { createHash } from "node:crypto";
import type { Random } from "./random.ts";

/**
 * Makes a text that grants access by itself: an id, a code, a token, a cookie or the secret of a
 * client.
 *
 * @returns 256 random bits, base64url
 */
export function makeSecret(random: Random): string {
  return random.bytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Whether a text has the form of a secret. Other texts need no look-up in the store. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * SHA-256 in hex: the stored form of a secret. A secret has 256 random bits, so neither a salt nor
 * a slow hash would make it harder to guess.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
