import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isSafe } from "../http/download.ts";
import { isPublicAddress } from "../http/public_address.ts";

/**
 * Returns the token route of a trust service: `/oauth2/token` under the `oauth2` of its `info`. The
 * client secret is sent there, so it must be https, or plain http on this machine for a service on
 * this machine. An authorization server on another host than the service must be on the Internet,
 * so that `info` cannot point into the own network.
 *
 * @param url base URL of the service, as configured
 * @returns null for a refused address
 */
export async function tokenAddress(
  oauth2: string | null,
  url: string,
  addressesOf: (hostname: string) => Promise<readonly string[] | null> = resolve,
): Promise<string | null> {
  if (oauth2 === null || !URL.canParse(oauth2)) return null;
  const [base, service] = [new URL(oauth2), new URL(url)];
  if (!isSafe(base, service) || base.search !== "" || base.hash !== "") return null;
  const isLocal = base.protocol === "http:";
  if (!isLocal && base.hostname !== service.hostname) {
    const addresses = await addressesOf(base.hostname.replace(/^\[(.*)\]$/, "$1"));
    if (addresses?.every(isPublicAddress) === false) return null;
  }
  return `${base.href.replace(/\/+$/, "")}/oauth2/token`;
}

/**
 * Resolves a name to all its addresses.
 *
 * @returns empty for an unknown name; null if `--allow-net` lists the reachable hosts and permits
 *   no look-up, in which case that list decides
 */
async function resolve(hostname: string): Promise<readonly string[] | null> {
  if (isIP(hostname) !== 0) return [hostname];
  try {
    return (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);
  } catch (fault) {
    return fault instanceof Error && "code" in fault && fault.code === "EPERM" ? null : [];
  }
}
