import { isIPv4, isIPv6 } from "node:net";

/**
 * Returns the canonical text of an IPv4 or IPv6 address, or null for other text: lower case, zeros
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
