import type { ClientRecord } from "./client_schema.ts";
import { isAllowedHost, parseAllowedDomain } from "./request_domain.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { parseNetworks } from "../../standards/ip_address/networks.ts";

/** The parts of a request's source that restrictions compare. */
export interface RequestSource {
  /** The address from `resolveSource()`. */
  readonly sourceAddress: string;
  /** Host of `Origin`, else of `Referer`; null when the request names none. */
  readonly originHost: string | null;
}

/** `unreadable`: the client's restriction cannot be parsed, so that every source is refused. */
export type SourceVerdict = "inside" | "outside" | "unreadable";

/** Compares the source of a request with the sources that its client permits. */
export type CompareSource = (
  restriction: Pick<ClientRecord, "ipAllowlist" | "allowedDomain">,
  source: RequestSource,
) => SourceVerdict;

/** Maximum allowlists of clients that an instance remembers. */
const listsMax = 200;

/**
 * Opens the comparison of a request's source with its client's restrictions (Screening §4, rule 6):
 * the address with the allowlist and the named host with the domain; both must match if both are
 * set. An unset restriction permits every source. The network determines the address; the sender
 * claims the host, which therefore restrains honest browsers but no attacker. Parsed allowlists are
 * cached: the longest takes milliseconds to parse and is compared with every request.
 */
export function openSourceComparison(): CompareSource {
  const parsed = leastRecentlyUsed<ReturnType<typeof parseNetworks>>(listsMax);

  function parsedOnce(ipAllowlist: readonly string[]): ReturnType<typeof parseNetworks> {
    const text = JSON.stringify(ipAllowlist);
    const known = parsed.get(text);
    if (known !== undefined) return known;
    const networks = parseNetworks(ipAllowlist);
    parsed.set(text, networks);
    return networks;
  }

  return ({ ipAllowlist, allowedDomain }, { sourceAddress, originHost }) => {
    if (ipAllowlist.length > 0) {
      const networks = parsedOnce(ipAllowlist);
      if (!networks.ok) return "unreadable";
      if (!networks.value.contains(sourceAddress)) return "outside";
    }
    if (allowedDomain === null) return "inside";
    const domain = parseAllowedDomain(allowedDomain);
    if (domain === null) return "unreadable";
    return isAllowedHost(domain, originHost) ? "inside" : "outside";
  };
}
