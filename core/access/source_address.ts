import { isIPv4, isIPv6 } from "node:net";
import { countryCode } from "../../standards/country/country.ts";
import { parseAddress } from "../../standards/ip_address/address.ts";
import type { Networks } from "../../standards/ip_address/networks.ts";

/** A request's claims about its source, which are used only from a trusted peer. */
export interface SourceClaims {
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** `X-Forwarded-For`, repeated headers joined by commas; null when absent. */
  readonly forwardedFor: string | null;
  /** The header that names the country; null when absent or none is configured. */
  readonly country: string | null;
}

/** The source of a request. */
export interface Source {
  /** Canonical text (RFC 5952; IPv4 in dots), or `unknown` when the connection has no address. */
  readonly address: string;
  /** ISO 3166-1 alpha-2, or null when no trusted proxy names it. */
  readonly country: string | null;
}

/**
 * Address of a connection without one: it is in no network, and all such connections share one
 * bucket.
 */
const unknownSource = "unknown";

/**
 * Resolves the source of a request (decisions.md part 4, last point). Only a trusted peer may state
 * another source: its `X-Forwarded-For` is read from the right, past further trusted proxies, to
 * the first entry that is not a trusted proxy. Entries left of that one are invented by the sender
 * and ignored. An entry that is not an address ends the search at the last trusted proxy.
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

/**
 * Parses one entry of `X-Forwarded-For`: an address with or without port, IPv6 with or without
 * brackets.
 */
function parseForwardedEntry(entry: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return isIPv4(bracketed) ? null : parseAddress(bracketed);
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(entry) ?? [];
  return parseAddress(withPort ?? entry);
}

/**
 * Parses a country code from a proxy. `T1` (Tor), `XX` (unknown) and text that is not a country are
 * null.
 */
function parseCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && countryCode(code) === code ? code : null;
}

/**
 * Returns the rate limit key of a source. An IPv6 address counts as the network around it, since
 * its holder has the whole network, in canonical text such as `2001:db8::/64`; an IPv4 address
 * counts as itself.
 *
 * @param address from {@link resolveSource}
 * @param prefixBits bits of an IPv6 address that count (policy `limits.ipv6PrefixBits`)
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
