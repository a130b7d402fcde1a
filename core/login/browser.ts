import { isSameSecret } from "../../base/constant_time.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type { FoundLoginRequest } from "./ports.ts";

/** Returns a browser's own cookie, or a new one: all of its tabs share it. */
export function browserCookie(given: string | null, random: Random): string {
  return given !== null && isSecret(given) ? given : makeSecret(random);
}

/** Whether the browser with this cookie began a request. */
export function isOwnBrowser(
  { browser }: Pick<FoundLoginRequest, "browser">,
  cookie: string | null,
): boolean {
  return browser === null || (cookie !== null && isSameSecret(secretHash(cookie), browser));
}
