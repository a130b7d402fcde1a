/**
 * The domain that a client lets its requests name (decisions.md part 4), canonical: lower case,
 * international names in ASCII. Either one host, or `*.` and a domain of at least two labels, which
 * stands for everything under it and not for itself.
 *
 * @returns null when the text is neither
 */
export function parseAllowedDomain(text: string): string | null {
  const isWildcard = text.startsWith("*.");
  const domain = parseDomain(isWildcard ? text.slice(2) : text);
  if (domain === null || !isWildcard) return domain;
  return domain.includes(".") ? `*.${domain}` : null;
}

/**
 * Whether a host is the allowed one or, after `*.`, stands under it at a dot.
 *
 * @param allowed as {@link parseAllowedDomain} gives it
 * @param host as a URL holds it, without port; null when the request names none
 */
export function isAllowedHost(allowed: string, host: string | null): boolean {
  if (host === null) return false;
  // The root's own dot may be written: it is the same host (RFC 1034 §3.1).
  const named = host.endsWith(".") ? host.slice(0, -1) : host;
  if (!allowed.startsWith("*.")) return named === allowed;
  const suffix = allowed.slice(1);
  return named.length > suffix.length && named.endsWith(suffix);
}

/** Labels of letters, digits and hyphens (RFC 1123 §2.1), the last one no number: that is an address. */
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[^.]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function parseDomain(text: string): string | null {
  // What a URL would read as something else than a host is none.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null;
  const host = URL.parse(`http://${text}/`)?.hostname;
  return host !== undefined && domainName.test(host) ? host : null;
}
