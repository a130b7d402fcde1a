import { isIPv4 } from "node:net";
import { parseAddress } from "../../standards/ip_address/address.ts";
import { type Networks, parseNetworks } from "../../standards/ip_address/networks.ts";

/**
 * Whether an address is a public one of the Internet, so that URLs from issuers cannot lead into
 * the own network (IANA's special-purpose registries; RFC 6890). Mapped IPv4 within IPv6 counts as
 * IPv4; addresses of translation and tunnels are refused.
 *
 * @param text the connected address; other text is not public
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  return isIPv4(address)
    ? !reserved4.contains(address)
    : globalUnicast6.contains(address) && !reserved6.contains(address);
}

const reserved4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
);

/**
 * All assigned addresses; loopback, link-local, unique local, multicast and translation are
 * outside.
 */
const globalUnicast6 = networks("2000::/3");

/** Protocol assignments with Teredo, documentation twice, 6to4. */
const reserved6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

function networks(...written: readonly string[]): Networks {
  const parsed = parseNetworks(written);
  if (!parsed.ok) throw new Error("A reserved network is none");
  return parsed.value;
}
