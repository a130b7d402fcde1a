import { z } from "zod";
import { isSameSecret } from "../../base/constant_time.ts";
import type { Random } from "../../base/random.ts";
import { makeSecret, secretHash } from "../../base/secret.ts";
import { isLoopback } from "../../standards/ip_address/loopback.ts";
import { isRedirectUri } from "../access/redirect_uri.ts";
import type { Mode } from "../nouns.ts";

/** The URL to which a wallet on the same device returns the browser (OpenID4VP 1.0 §8.2). */
export const ReturnUrl = z.string().refine(
  isRedirectUri,
  "expected an https URL without a fragment; in a sandbox http on this machine is one too",
).refine(
  (url) => !URL.parse(url)?.searchParams.has("response_code"),
  "expected a URL without `response_code`, which the wallet's reply adds",
);

/**
 * Whether a client may have browsers redirected to a URL: to an origin in its record, and in a
 * sandbox also to this machine, for local trials.
 */
export function isReturnAllowed(
  returnUrl: string,
  { returnOrigins, mode }: { readonly returnOrigins: readonly string[]; readonly mode: Mode },
): boolean {
  return returnOrigins.includes(new URL(returnUrl).origin) ||
    (mode === "sandbox" && isLoopback(returnUrl));
}

/** The return of the browser from an ended session. */
export interface WayBack {
  /** The URI in the wallet's reply: the return URL with its own `response_code`. */
  readonly redirectUri: string;
  /** The stored hash of that code. */
  readonly responseCodeHash: string;
}

/**
 * Makes the browser's return from an answer. The code proves that the returning browser is on the
 * device of the answering wallet, so that a wallet cannot complete the session of another person's
 * browser (OpenID4VP 1.0 §13.3).
 *
 * @returns null for a session without a return URL
 */
export function makeWayBack(
  returnUrl: string | undefined,
  { random }: { readonly random: Random },
): WayBack | null {
  if (returnUrl === undefined) return null;
  const code = makeSecret(random);
  // As it was given: a URL's own encoding of its query may be another.
  const redirectUri = `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}response_code=${code}`;
  return { redirectUri, responseCodeHash: secretHash(code) };
}

/** Whether a reader presents the code of the hash, compared in constant time. */
export function showsResponseCode(code: string | undefined, responseCodeHash: string): boolean {
  return code !== undefined && isSameSecret(secretHash(code), responseCodeHash);
}
