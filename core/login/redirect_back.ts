import type { AuthorizeError, ReturnAddress } from "./parse_authorize.ts";

/** The redirect that returns a code to the relying party, with its issuer (RFC 9207). */
export function redirectWithCode(address: ReturnAddress, issuer: string, code: string): string {
  return append(address, { code, ...stateOf(address), iss: issuer });
}

/** The redirect that returns an error to the relying party (RFC 6749 §4.1.2.1; RFC 9207). */
export function redirectWithError(error: AuthorizeError, issuer: string): string {
  return append(error, {
    error: error.error,
    error_description: error.description,
    ...stateOf(error),
    iss: issuer,
  });
}

function stateOf({ state }: ReturnAddress): { readonly state?: string } {
  return state === null ? {} : { state };
}

/**
 * Adds parameters to the registered URI, which stays unchanged, including its own query (RFC 6749
 * §3.1.2).
 */
function append(
  { redirectUri }: ReturnAddress,
  parameters: Readonly<Record<string, string>>,
): string {
  // A space as %20, which both ways of decoding a query read.
  const added = new URLSearchParams(parameters).toString().replaceAll("+", "%20");
  if (!redirectUri.includes("?")) return `${redirectUri}?${added}`;
  return /[?&]$/.test(redirectUri) ? `${redirectUri}${added}` : `${redirectUri}&${added}`;
}
