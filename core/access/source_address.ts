import { isIPv4, isIPv6 } from "node:net";
import { countryCode } from "../../standards/country/country.ts";
import { parseAddress } from "../../standards/ip_address/address.ts";
import type { Networks } from "../../standards/ip_address/networks.ts";

/** Claims of a request about its source, believed as far as its peer is. */
export interface SourceClaims {
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** `X-Forwarded-For`, repeated headers joined by commas; null when absent. */
  readonly forwardedFor: string | null;
  /** The header that names the country; null when absent or none is configured. */
  readonly country: string | null;
}

/** Source of a request. */
export interface Source {
  /** Canonical text (RFC 5952; IPv4 in dots), or `unknown` when the connection has no address. */
  readonly address: string;
  /** ISO 3166-1 alpha-2, or null when no trusted proxy names it. */
  readonly country: string | null;
}

/** Address of a connection that has none: in no network, and one bucket for all. */
const unknownSource = "unknown";

/**
 * Resolves the source of a request (decisions.md part 4, last point). Only a trusted peer is believed
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
 * Key of a source in rate limits. A holder of one IPv6 address has the network around it,
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
