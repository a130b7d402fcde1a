/**
 * Whether a URL names this machine itself, the only host for which plain http is safe (RFC 6761
 * §6.3).
 */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
