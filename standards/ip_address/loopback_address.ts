import { type Networks, parseNetworks } from "./networks.ts";

/** Whether an address belongs to this machine itself (RFC 6890), including IPv4 within IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return loopback.contains(address);
}

const loopback = loopbackNetworks();

function loopbackNetworks(): Networks {
  const parsed = parseNetworks(["127.0.0.0/8", "::1/128"]);
  if (!parsed.ok) throw new Error("The networks of this machine are none");
  return parsed.value;
}
