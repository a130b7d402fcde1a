/**
 * Maximum characters of a redirect URI, within the limits of browsers and proxies for `Location`.
 */
const charactersMax = 2_000;

/**
 * Whether a client may be redirected to a URI (RFC 9700 §2.1): https without fragment or userinfo,
 * or http on a loopback host. URIs are compared character by character, so characters that a URL
 * parser would rewrite are refused: white space, line ends, backslashes, non-ASCII characters.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > charactersMax || !/^https?:\/\/[^/?#@]+(?:[/?]|$)/.test(text)) return false;
  if (/[^\x21-\x7e]|[\\#]/.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || isLoopback;
}

/** https, or http on a loopback host. */
const returning = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?]|$))/;

/**
 * Returns the reason why a redirect URI can never match a request, for the operator who registers
 * it.
 *
 * @returns null for a usable URI
 */
export function redirectUriProblem(text: string): string | null {
  if (text.includes("*")) {
    return "expected no *: wildcards are not supported, since URIs are compared character by character; name each one";
  }
  if (text.includes("#")) return "expected an https URL without fragment: no browser sends one";
  if (/^https?:\/\/[^/?#]*@/.test(text)) return "expected no user name or password in it";
  if (!returning.test(text)) return "expected an https URL, or http on localhost";
  if (text.length > charactersMax) return `expected at most ${charactersMax} characters`;
  if (/[^\x21-\x7e]|\\/.test(text)) {
    return "expected visible ASCII characters and no backslash: write others percent-encoded, hosts as xn--";
  }
  return isRedirectUri(text) ? null : "expected an https URL with a host, and a port up to 65535";
}
