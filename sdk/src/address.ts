/**
 * The base URL of the service, to which paths are added.
 *
 * @throws TypeError for an invalid URL, or one that ends in `/v1`, with which every path begins
 */
export function baseAddress(baseUrl: string): string {
  checkAddress("baseUrl", baseUrl);
  const base = baseUrl.replace(/\/+$/, "");
  if (/[^/]\/v1$/.test(base)) throw new TypeError("baseUrl ends in /v1: leave that out");
  return base;
}

/**
 * Checks a URL here, since a platform's error would repeat the URL, which may contain a password.
 */
export function checkAddress(name: string, address: string): void {
  if (!URL.canParse(address) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) {
    throw new TypeError(`${name} is not an http or https address`);
  }
}
