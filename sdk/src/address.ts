/**
 * The address of the service as paths are put to it.
 *
 * @throws TypeError where it is none, or ends in `/v1`, with which every path begins
 */
export function baseAddress(baseUrl: string): string {
  checkAddress("baseUrl", baseUrl);
  const base = baseUrl.replace(/\/+$/, "");
  if (/[^/]\/v1$/.test(base)) throw new TypeError("baseUrl ends in /v1: leave that out");
  return base;
}

/** A platform would repeat the address, which may hold a password. */
export function checkAddress(name: string, address: string): void {
  if (!URL.canParse(address) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) {
    throw new TypeError(`${name} is no address of http or https`);
  }
}
