/** Public form of a refusal in the OAuth form. */
interface OAuthRefusalKind {
  readonly status: number;
  /** Printable ASCII without `"` and `\` (RFC 6749 §5.2), as in every `error_description`. */
  readonly message: string;
  readonly form: "oauth";
  /** `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
}

/**
 * Refusals that the JSON error answers of OAuth can carry: of RFC 6749 §5.2, which OpenID Connect
 * adds none to, RFC 6750 §3.1, and OpenID4VCI 1.0 §8.3.1.2 with `unsupported_credential_format` of
 * its drafts. Errors in a redirect of authorize are not refusals.
 *
 * RFC 6749 §4.1.2.1 defines the last two for redirects alone, which have no status of their own. A
 * route answers them as 500 and 503, since no other registered code states who is at fault.
 */
export const oauthRefusalKinds = {
  invalid_request: {
    status: 400,
    message: "The request lacks a parameter, repeats one, or is malformed",
    form: "oauth",
  },
  invalid_client: {
    status: 401,
    message: "The client is unknown, or its authentication failed",
    form: "oauth",
    challenge: 'Basic realm="aval"',
  },
  invalid_grant: {
    status: 400,
    message: "The code is unknown, used, expired, or was issued for another request",
    form: "oauth",
  },
  unauthorized_client: {
    status: 400,
    message: "The client may not use this grant type",
    form: "oauth",
  },
  unsupported_grant_type: {
    status: 400,
    message: "The grant type is not supported here",
    form: "oauth",
  },
  invalid_scope: {
    status: 400,
    message: "The scope is unknown, malformed, or exceeds what was granted",
    form: "oauth",
  },
  invalid_token: {
    status: 401,
    message: "The access token is missing, malformed, expired, used or revoked",
    form: "oauth",
    challenge: 'Bearer error="invalid_token"',
  },
  invalid_credential_request: {
    status: 400,
    message: "The credential request lacks a parameter, or is malformed",
    form: "oauth",
  },
  unknown_credential_configuration: {
    status: 400,
    message: "The credential configuration does not exist",
    form: "oauth",
  },
  unknown_credential_identifier: {
    status: 400,
    message: "The credential identifier does not exist",
    form: "oauth",
  },
  unsupported_credential_format: {
    status: 400,
    message: "The credential is not issued in this format",
    form: "oauth",
  },
  invalid_proof: {
    status: 400,
    message: "The key proof is missing, or does not verify",
    form: "oauth",
  },
  invalid_nonce: {
    status: 400,
    message: "The nonce of the key proof is unknown, used or expired; fetch a new one",
    form: "oauth",
  },
  invalid_encryption_parameters: {
    status: 400,
    message: "The answer cannot be encrypted as requested",
    form: "oauth",
  },
  credential_request_denied: {
    status: 400,
    message: "The credential is not issued; another request will not change that",
    form: "oauth",
  },
  server_error: {
    status: 500,
    message: "The service failed; quote the X-Request-Id header",
    form: "oauth",
  },
  temporarily_unavailable: {
    status: 503,
    message: "A service that this one depends on is not available; try again shortly",
    form: "oauth",
  },
} as const satisfies Readonly<Record<string, OAuthRefusalKind>>;

/** A code that only routes of the OAuth error form answer. */
export type OAuthRefusalCode = keyof typeof oauthRefusalKinds;

/** Makes the text of an `error_description`, without `"` and `\` (RFC 6749 §5.2). */
export function oauthDescription(message: string): string {
  return message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, "?");
}
