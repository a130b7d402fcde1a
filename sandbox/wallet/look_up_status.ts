import type { Clock } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import { certificatesOf, importPublicKey } from "../../standards/jose/jws.ts";
import { statusAt } from "../../standards/status_list/status_list.ts";
import { verifyStatusList } from "../../standards/status_list/verify_status_list.ts";
import { parseCertificate } from "../../standards/x509/certificate.ts";
import { ecKeyOf } from "../../standards/x509/verify_chain.ts";
import { parseStatusReference } from "../../core/presentation/status_reference.ts";
import { mayAsk } from "./fetch_json.ts";
import type { Fetch } from "./read_request.ts";

/**
 * Status of a stored credential: `none` has no list, and `unknown` one that is unavailable or
 * unreadable.
 */
export type ListedStatus = "valid" | "revoked" | "none" | "unknown";

const skewSeconds = 60;

/**
 * Looks a credential up in its status list, for its holder: verifies the list's signature by the
 * certificate that it names. Verifiers decide whether they trust its authority.
 */
export async function lookUpStatus(
  claims: JsonObject,
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
): Promise<ListedStatus> {
  const reference = parseStatusReference(claims["status"]);
  if (!reference.ok) return "unknown";
  if (reference.value === null) return "none";
  const { uri, idx } = reference.value;
  const token = await fetchList(uri, fetch);
  if (token === null) return "unknown";
  const verified = await verifyStatusList(token, {
    uri,
    now: clock.now().epochMilliseconds / 1000,
    skewSeconds,
    issuerKey: async (header) => {
      const [der = new Uint8Array()] = certificatesOf(header);
      const certificate = parseCertificate(der);
      const jwk = certificate === null ? null : ecKeyOf(certificate);
      return jwk === null ? null : { key: await importPublicKey(jwk) };
    },
  });
  const status = verified.ok ? statusAt(verified.value.list, idx) : null;
  if (status === null) return "unknown";
  return status === "valid" ? "valid" : "revoked";
}

async function fetchList(uri: string, fetch: Fetch): Promise<string | null> {
  if (!mayAsk(uri)) return null;
  try {
    const headers = { accept: "application/statuslist+jwt" };
    const response = await fetch(uri, { headers, redirect: "error" });
    const text = await response.text();
    return response.status === 200 ? text : null;
  } catch {
    return null;
  }
}
