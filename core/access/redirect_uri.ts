/** Characters of a redirect URI at most: what browsers and proxies take in a `Location`. */
const charactersMax = 2_000;

/**
 * Whether a client may be sent there (RFC 9700 §2.1): https without fragment or userinfo, or http on
 * a loopback host. It is compared as it stands, so nothing is taken that a URL parser would rewrite
 * unseen: blanks, line ends, backslashes, characters beyond ASCII.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > charactersMax || !/^https?:\/\/[^/?#@]+(?:[/?]|$)/.test(text)) return false;
  if (/[^\x21-\x7e]|[\\#]/.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || isLoopback;
}
