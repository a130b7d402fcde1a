import { BlockList, isIPv4 } from "node:net";
import { ok, refuse, type Result } from "../../base/result.ts";
import { parseAddress } from "./address.ts";

/** A set of networks, such as trusted proxies or the source addresses that a client permits. */
export interface Networks {
  /** Whether an address is in one of the networks; false for text that is not an address. */
  contains(address: string): boolean;
}

/** A refusal of networks, with one line for each unreadable entry. */
export interface NetworksRefusal {
  readonly code: "invalid_network";
  /** Lines such as `10.0.0.0/40: expected an address or a CIDR`. */
  readonly problems: readonly string[];
}

/**
 * Parses networks from single addresses or CIDRs. Refuses the whole list if one entry is
 * unreadable: a skipped entry would be missing without notice.
 */
export function parseNetworks(written: readonly string[]): Result<Networks, NetworksRefusal> {
  const blocks = new BlockList();
  const problems: string[] = [];
  for (const text of written) {
    const network = parseNetwork(text);
    if (network === null) problems.push(`${text}: expected an address or a CIDR`);
    else blocks.addSubnet(network.address, network.bits, familyOf(network.address));
  }
  if (problems.length > 0) return refuse({ code: "invalid_network", problems });
  return ok({
    contains: (text) => {
      const address = parseAddress(text);
      return address !== null && blocks.check(address, familyOf(address));
    },
  });
}

function parseNetwork(text: string): { readonly address: string; readonly bits: number } | null {
  const [written, suffix] = text.split("/", 2);
  if (written === undefined || written.includes("%")) return null;
  const address = parseAddress(written);
  if (address === null || text.split("/").length > 2) return null;
  // A network of IPv4 addresses in IPv6 form counts its bits from the start of the IPv6 form.
  const offset = isIPv4(address) && !isIPv4(written) ? 96 : 0;
  const most = isIPv4(address) ? 32 : 128;
  if (suffix === undefined) return { address, bits: most };
  const bits = Number(suffix) - offset;
  return /^\d{1,3}$/.test(suffix) && bits >= 0 && bits <= most ? { address, bits } : null;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
