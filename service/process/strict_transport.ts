import { isLoopback } from "../../standards/ip_address/loopback.ts";
import type { Config } from "../config/config.ts";

/**
 * Seconds for which browsers use only https for this deployment (RFC 6797): if `AVAL_BASE_URL` is
 * an https URL of a machine other than the caller's own.
 *
 * @returns null otherwise; the header is then not sent
 */
export function strictTransportSeconds(
  { baseUrl, policy }: Pick<Config, "baseUrl" | "policy">,
): number | null {
  const isPublic = new URL(baseUrl).protocol === "https:" && !isLoopback(baseUrl);
  return isPublic ? policy.server.strictTransportSeconds : null;
}
