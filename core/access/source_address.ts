import { BlockList, isIPv4, isIPv6 } from "node:net";
import { countryCode } from "../../standards/country/country.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** A set of networks, such as the proxies to trust or the sources that a client allows itself. */
export interface Networks {
  /** Whether an address is in one of the networks. Text that is no address is in none. */
  contains(address: string): boolean;
}

/** Networks that are refused, with one line for each that is none. */
export interface NetworksRefusal {
  /** Whoever reads a configuration renders the lines. */
  readonly code: "invalid_network";
  /** Such as `10.0.0.0/40: expected an address or a CIDR`. */
  readonly problems: readonly string[];
}

/** What a request says of where it comes from, believed as far as its peer is. */
export interface SourceClaims {
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** `X-Forwarded-For`, repeated headers joined by commas; null when absent. */
  readonly forwardedFor: string | null;
  /** The header that names the country; null when absent or none is configured. */
  readonly country: string | null;
}

/** Where a request comes from. */
export interface Source {
  /** Canonical text (RFC 5952; IPv4 in dots), or `unknown` when the connection has no address. */
  readonly address: string;
  /** ISO 3166-1 alpha-2, or null when nobody trusted says. */
  readonly country: string | null;
}

/** Stands for the address of a connection that has none: in no network, and one bucket for all. */
const unknownSource = "unknown";

/**
 * The canonical text of an IPv4 or IPv6 address, or null when the text is none: lower case, zeros
 * shortened (RFC 5952), no zone, and an IPv4 address in IPv6 form (`::ffff:192.0.2.1`) as IPv4.
 */
export function parseAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const [withoutZone = ""] = text.split("%");
  if (!isIPv6(withoutZone)) return null;
  const canonical = new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  return [high, low].map((half) => parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 0xff]).join(".");
}

/**
 * Reads networks as single addresses or CIDRs. All must be readable: a network that nobody
 * understood would silently be missing.
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

/**
 * Where a request comes from (decisions.md part 4, last point). Only a trusted peer is believed
 * about anything else: its `X-Forwarded-For` is read from the right, over the proxies that are
 * trusted too, to the first entry that is not. Everything left of it is the sender's invention. An
 * entry that is no address ends the walk at the last trusted proxy.
 */
export function resolveSource(claims: SourceClaims, trustedProxies: Networks): Source {
  const peer = parseAddress(claims.peer);
  if (peer === null) return { address: unknownSource, country: null };
  if (!trustedProxies.contains(peer)) return { address: peer, country: null };
  return {
    address: firstUntrusted(peer, claims.forwardedFor, trustedProxies),
    country: claims.country === null ? null : parseCountry(claims.country),
  };
}

function firstUntrusted(peer: string, forwardedFor: string | null, trusted: Networks): string {
  let nearest = peer;
  for (const entry of forwardedFor?.split(",").reverse() ?? []) {
    const address = parseForwardedEntry(entry.trim());
    if (address === null) return nearest;
    if (!trusted.contains(address)) return address;
    nearest = address;
  }
  return nearest;
}

/** One entry of `X-Forwarded-For`: an address with or without port, IPv6 with or without brackets. */
function parseForwardedEntry(entry: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return isIPv4(bracketed) ? null : parseAddress(bracketed);
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(entry) ?? [];
  return parseAddress(withPort ?? entry);
}

/** A country as proxies name it. `T1` (Tor), `XX` (unknown) and whatever is no country are null. */
function parseCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && countryCode(code) === code ? code : null;
}

/**
 * What stands for a source in rate limits. Whoever has one IPv6 address has the network around it,
 * so that network counts, in canonical text such as `2001:db8::/64`; an IPv4 address counts itself.
 *
 * @param address as {@link resolveSource} gives it
 * @param prefixBits of an IPv6 address that count (policy `limits.ipv6PrefixBits`)
 */
export function bucketAddress(address: string, prefixBits = 64): string {
  if (!isIPv6(address)) return address;
  const unused = BigInt(128 - prefixBits);
  const network = (numberOf(address) >> unused) << unused;
  const groups = Array.from(
    { length: 8 },
    (_, index) => ((network >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  );
  return `${new URL(`http://[${groups.join(":")}]/`).hostname.slice(1, -1)}/${prefixBits}`;
}

/** The 128 bits of a canonical IPv6 address. */
function numberOf(address: string): bigint {
  const [head = "", tail] = address.split("::", 2);
  const groupsOf = (part: string) => part === "" ? [] : part.split(":");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros: string[] = Array(8 - before.length - after.length).fill("0");
  return BigInt(
    `0x${[...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join("")}`,
  );
}
