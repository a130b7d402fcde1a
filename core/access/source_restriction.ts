import type { ClientRecord } from "./client_schema.ts";
import { isAllowedHost, parseAllowedDomain } from "./request_domain.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { parseNetworks } from "../../standards/ip_address/networks.ts";

/** Source of a request, as far as restrictions compare it. */
export interface RequestSource {
  /** As `resolveSource()` gives it. */
  readonly sourceAddress: string;
  /** Host of `Origin`, else of `Referer`; null when it names none. */
  readonly originHost: string | null;
}

/** `unreadable`: what restricts the client cannot be understood, so that nothing is inside it. */
export type SourceVerdict = "inside" | "outside" | "unreadable";

/** Compares where a request comes from with what its client allows. */
export type CompareSource = (
  restriction: Pick<ClientRecord, "ipAllowlist" | "allowedDomain">,
  source: RequestSource,
) => SourceVerdict;

/** Allowlists of clients that an instance remembers. */
const listsMax = 200;

/**
 * Opens the comparison of a request's source with what its client allows (Screening §4, rule 6): its
 * address with the allowlist and the host that it names with the domain, both where both are set.
 * What is not set restricts nothing. The address is the network's; the host is the sender's claim
 * and keeps an honest browser out, not an attacker.
 *
 * Parsed allowlists are remembered: the longest takes milliseconds to parse, and is compared with
 * every request.
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
