import { ok, refuse, type Result } from "../../base/result.ts";
import { speaksOAuth } from "./oauth_errors.ts";
import type { Refusal } from "./refusals.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";

/** One credential after its case-insensitive scheme: RFC 6750 §2.1 b64token, RFC 9110 §11.1. */
const bearerCredential = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Maximum characters of a token for a look-up; a signed token with many roles has 2 to 4 thousand.
 */
const tokenCharactersMax = 8_192;

/**
 * Reads the token of a header `Authorization`.
 *
 * @returns null without a token: another scheme, two headers, or another form
 */
export function bearerToken(header: string | null | undefined): string | null {
  const token = bearerCredential.exec(header ?? "")?.[1];
  return token === undefined || token.length > tokenCharactersMax ? null : token;
}

/**
 * Whether a route reads a wallet's access token itself, and refuses an invalid one by
 * `invalid_token`.
 */
export function readsAccessToken(
  { auth, form, refuses = [] }: Pick<Route, "auth" | "form" | "refuses">,
): boolean {
  return auth === "none" && speaksOAuth(form?.errors ?? "aval") &&
    refuses.includes("invalid_token");
}

/**
 * Refuses an access token in the query, where logs and histories keep it (RFC 6750 §2.3 and §5.3):
 * as a missing token if it is the only one, and as a malformed request next to another (§3.1).
 */
export function refuseTokenInQuery(
  route: Pick<Route, "auth" | "form" | "refuses">,
  { request, url }: Pick<RequestContext, "request" | "url">,
): Result<undefined, Refusal<"invalid_token" | "invalid_request">> {
  if (!readsAccessToken(route) || !url.searchParams.has("access_token")) return ok(undefined);
  return request.headers.has("authorization")
    ? refuse({
      code: "invalid_request",
      message: "The access token is sent in more than one place",
    })
    : refuse({
      code: "invalid_token",
      message: "The access token is accepted only in the header Authorization",
    });
}
