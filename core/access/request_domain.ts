/**
 * Parses the domain that a client's requests must name (decisions.md part 4) to its canonical form:
 * lower case, international names in ASCII. The text is one host, or `*.` and a domain of at least
 * two labels, which matches every host below the domain but not the domain itself.
 *
 * @returns null for another text
 */
export function parseAllowedDomain(text: string): string | null {
  const isWildcard = text.startsWith("*.");
  const domain = parseDomain(isWildcard ? text.slice(2) : text);
  if (domain === null || !isWildcard) return domain;
  return domain.includes(".") ? `*.${domain}` : null;
}

/**
 * Whether a host equals the allowed one or, after `*.`, is below it.
 *
 * @param allowed from {@link parseAllowedDomain}
 * @param host as in a URL, without port; null when the request names none
 */
export function isAllowedHost(allowed: string, host: string | null): boolean {
  if (host === null) return false;
  // The root's own dot may be written: it is the same host (RFC 1034 §3.1).
  const named = host.endsWith(".") ? host.slice(0, -1) : host;
  if (!allowed.startsWith("*.")) return named === allowed;
  const suffix = allowed.slice(1);
  return named.length > suffix.length && named.endsWith(suffix);
}

/**
 * Labels of letters, digits and hyphens (RFC 1123 §2.1); the last one is not a number, as in an IP
 * address.
 */
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[^.]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function parseDomain(text: string): string | null {
  // What a URL would read as something else than a host is none.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null;
  const host = URL.parse(`http://${text}/`)?.hostname;
  return host !== undefined && domainName.test(host) ? host : null;
}
