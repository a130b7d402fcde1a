/**
 * Whether a text is an origin of pages as browsers write it (HTML §7.1.1): scheme, host and port
 * alone, in lower case, a host of other letters as `xn--`, and no port that is the scheme's own.
 */
function isWebOrigin(text: unknown): text is string {
  if (typeof text !== "string") return false;
  const url = URL.parse(text);
  return url !== null && ["https:", "http:"].includes(url.protocol) && url.origin === text;
}

/** Whether a text is an origin of https pages, as browsers write it. */
export function isHttpsOrigin(text: unknown): text is string {
  return isWebOrigin(text) && text.startsWith("https:");
}

/** Whether a text is an origin of pages on this machine, which browsers trust without https. */
export function isLoopbackOrigin(text: unknown): text is string {
  const hosts = ["localhost", "127.0.0.1", "[::1]"];
  return isWebOrigin(text) && hosts.includes(new URL(text).hostname);
}
