/**
 * The address of the service as paths are put to it.
 *
 * @throws TypeError where it ends in `/v1`, with which every path begins
 */
export function baseAddress(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (/[^/]\/v1$/.test(base)) throw new TypeError("baseUrl ends in /v1: leave that out");
  return base;
}
