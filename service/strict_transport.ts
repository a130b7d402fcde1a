import { isLoopback } from "../standards/ip_address/loopback.ts";
import type { Config } from "./config/config.ts";

/**
 * Seconds for which browsers reach this deployment by https alone (RFC 6797): where `AVAL_BASE_URL` is
 * an https address of another machine than the caller's own.
 *
 * @returns null where it is not: the header is not sent
 */
export function strictTransportSeconds(
  { baseUrl, policy }: Pick<Config, "baseUrl" | "policy">,
): number | null {
  const isPublic = new URL(baseUrl).protocol === "https:" && !isLoopback(baseUrl);
  return isPublic ? policy.server.strictTransportSeconds : null;
}
