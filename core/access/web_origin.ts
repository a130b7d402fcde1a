/**
 * Whether a text is a web origin in the form of browsers (HTML §7.1.1): only scheme, host and port,
 * in lower case, an international host as `xn--`, and no default port.
 */
function isWebOrigin(text: unknown): text is string {
  if (typeof text !== "string") return false;
  const url = URL.parse(text);
  return url !== null && ["https:", "http:"].includes(url.protocol) && url.origin === text;
}

/** Whether a text is an https origin in the form of browsers. */
export function isHttpsOrigin(text: unknown): text is string {
  return isWebOrigin(text) && text.startsWith("https:");
}

/** Whether a text is an origin on this machine, which browsers trust without https. */
export function isLoopbackOrigin(text: unknown): text is string {
  const hosts = ["localhost", "127.0.0.1", "[::1]"];
  return isWebOrigin(text) && hosts.includes(new URL(text).hostname);
}
