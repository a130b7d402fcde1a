import type { OAuthRefusalCode } from "./oauth_refusals.ts";
import { type RefusalCode, refusalKind } from "./refusals.ts";
import type { ErrorForm, OAuthForm, Route } from "./route.ts";

/**
 * OAuth names of the edge's and its guards' refusals. The status stays: a body that is too large is
 * a 413 `invalid_request`. A code without a name here is an extension (RFC 6749 §8.5).
 */
const oauthNames: Readonly<Partial<Record<RefusalCode, OAuthRefusalCode>>> = {
  bad_request: "invalid_request",
  unauthorized: "invalid_token",
  not_found: "invalid_request",
  method_not_allowed: "invalid_request",
  payload_too_large: "invalid_request",
  internal_error: "server_error",
  upstream_unavailable: "temporarily_unavailable",
};

/**
 * OAuth names for routes that issue credentials, which have their own code for malformed requests.
 */
const credentialNames: typeof oauthNames = {
  ...oauthNames,
  bad_request: "invalid_credential_request",
  payload_too_large: "invalid_credential_request",
};

/** Whether errors are `{error, error_description}`. */
export function speaksOAuth(form: ErrorForm): form is OAuthForm {
  return form === "oauth" || form === "credential";
}

/** Whether a code has another name in the OAuth form. */
export function hasOAuthName(code: RefusalCode): boolean {
  return oauthNames[code] !== undefined;
}

/** The `error` of a refusal in an OAuth form. */
export function oauthCode(code: RefusalCode, form: OAuthForm): RefusalCode {
  return (form === "credential" ? credentialNames : oauthNames)[code] ?? code;
}

/**
 * Asserts that a route refuses by codes of its own form: OAuth's in that form, and never a code
 * with its own OAuth name there. Only the normal form lists rows.
 *
 * @throws Error otherwise, which fails the start
 */
export function assertErrorForm(
  { method, path, form, refuses = [] }: Route,
): void {
  const { errors = "aval", refusesRows } = form ?? {};
  if (refusesRows === true && (errors !== "aval" || !refuses.includes("bad_request"))) {
    throw new Error(`${method} ${path}: rows are listed by a bad_request in the normal form`);
  }
  for (const code of refuses) {
    if (!speaksOAuth(errors) && refusalKind(code).form === "oauth") {
      throw new Error(`${method} ${path}: ${code} belongs to routes of the OAuth error form`);
    }
    if (speaksOAuth(errors) && hasOAuthName(code)) {
      const named = oauthCode(code, errors);
      throw new Error(`${method} ${path}: ${code} has a name in OAuth: ${named}`);
    }
  }
}
