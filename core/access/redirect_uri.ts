/** Whether a client may be sent there (RFC 9700 §2.1): https without fragment, or http on localhost. */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") {
    return false;
  }
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}
