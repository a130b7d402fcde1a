import type { ClientRecord } from "./client_record.ts";
import { isAllowedHost, parseAllowedDomain } from "./request_domain.ts";
import { parseNetworks } from "./source_address.ts";

/** Where a request says that it comes from. */
export interface RequestSource {
  /** As `resolveSource()` gives it. */
  readonly sourceAddress: string;
  /** Host of `Origin`, else of `Referer`; null when it names none. */
  readonly originHost: string | null;
}

/** `unreadable`: what restricts the client cannot be understood, so that nothing is inside it. */
export type SourceVerdict = "inside" | "outside" | "unreadable";

/**
 * Compares where a request comes from with what its client allows (Screening §4, rule 6): its
 * address with the allowlist and the host that it names with the domain, both where both are set.
 * What is not set restricts nothing. The address is the network's; the host is the sender's claim
 * and keeps an honest browser out, not an attacker.
 */
export function compareSource(
  { ipAllowlist, allowedDomain }: Pick<ClientRecord, "ipAllowlist" | "allowedDomain">,
  { sourceAddress, originHost }: RequestSource,
): SourceVerdict {
  if (ipAllowlist.length > 0) {
    const networks = parseNetworks(ipAllowlist);
    if (!networks.ok) return "unreadable";
    if (!networks.value.contains(sourceAddress)) return "outside";
  }
  if (allowedDomain === null) return "inside";
  const domain = parseAllowedDomain(allowedDomain);
  if (domain === null) return "unreadable";
  return isAllowedHost(domain, originHost) ? "inside" : "outside";
}
