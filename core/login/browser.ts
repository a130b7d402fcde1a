import { createHash } from "node:crypto";
import { isSameSecret } from "../../base/constant_time.ts";
import type { Random } from "../../base/random.ts";
import type { FoundLoginRequest } from "./ports.ts";

/** 256 random bits in base64url: a cookie of ours. */
const cookieForm = /^[A-Za-z0-9_-]{43}$/;

/** A browser's own cookie where it has one, else a new one: all of its tabs share it. */
export function browserCookie(given: string | null, random: Random): string {
  return given !== null && cookieForm.test(given)
    ? given
    : random.bytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 of a cookie, hex: the form in which it is kept. */
export function browserHash(cookie: string): string {
  return createHash("sha256").update(cookie).digest("hex");
}

/** Whether a request was begun by the browser that shows this cookie. */
export function isOwnBrowser(
  { browser }: Pick<FoundLoginRequest, "browser">,
  cookie: string | null,
): boolean {
  return browser === null || (cookie !== null && isSameSecret(browserHash(cookie), browser));
}
