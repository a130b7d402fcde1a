import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { ok, refuse } from "../../base/result.ts";
import type { RegistryEntity, RegistryProvider } from "../../core/kyb/registry_ports.ts";
import { openRegisterRequests, type RegisterRequestDependencies } from "./register_requests.ts";

/** The members of a company profile that are read. */
const CompanyProfile = z.object({
  company_name: z.string().min(1),
  company_number: z.string(),
  /** Absent for the few kinds of company without a status. */
  company_status: z.string().optional(),
  company_status_detail: z.string().optional(),
});

/** The known values of `company_status`; the meaning of any other is unknown. */
const statuses: Readonly<Record<string, RegistryEntity["status"]>> = {
  active: "active",
  open: "active",
  registered: "active",
  dissolved: "inactive",
  liquidation: "inactive",
  "converted-closed": "inactive",
  closed: "inactive",
  removed: "inactive",
};

/** Values of `company_status_detail` that contradict an active status. */
const doubts: ReadonlySet<string> = new Set([
  "active-proposal-to-strike-off",
  "transferred-from-uk",
]);

/** URL of its API. */
export const companiesHouseAddress = "https://api.company-information.service.gov.uk";

/**
 * Opens Companies House, the register of the United Kingdom
 * (https://developer-specs.company-information.service.gov.uk/companies-house-public-data-api):
 * authoritative, and used only for its own numbers. Its answers are current and contain no date of
 * the record.
 *
 * @param key key of the API, sent as the user of HTTP Basic without a password
 */
export function openCompaniesHouse(
  key: string,
  dependencies: RegisterRequestDependencies,
): RegistryProvider {
  const requests = openRegisterRequests({
    name: "companies-house",
    accept: "application/json",
    authorization: `Basic ${btoa(`${key}:`)}`,
    requestsPerMinuteMax: dependencies.rules.companiesHouseMinuteRequestsMax,
  }, dependencies);
  return {
    name: "companies-house",
    isAuthoritative: true,
    // It answers 500 to what is not eight characters long.
    supports: ({ country, scheme, number }) =>
      country === "GB" && scheme === "CRN" && number.length === 8,
    find: async ({ number }, signal) => {
      const url = new URL(`${companiesHouseAddress}/company/${encodeURIComponent(number)}`);
      const got = await requests.begin(signal)(url);
      if (!got.ok) return got;
      const { kind, body } = got.value;
      const evidenceHash = createHash("sha256").update(body).digest("hex");
      const json = parseJson(new TextDecoder().decode(body));
      const malformed = () => {
        requests.reportMalformed();
        return refuse({ code: "unavailable" } as const);
      };
      if (kind === "absent") {
        // A 404 of a proxy on the way is no answer of the register.
        return isNotFound(json) ? ok({ entities: [], evidenceHash }) : malformed();
      }
      const read = CompanyProfile.safeParse(json);
      if (!read.success || read.data.company_number !== number) return malformed();
      const entity = { names: [read.data.company_name], status: statusOf(read.data) };
      return ok({ entities: [entity], evidenceHash });
    },
  };
}

function statusOf(
  { company_status: status = "", company_status_detail: detail = "" }: z.infer<
    typeof CompanyProfile
  >,
): RegistryEntity["status"] {
  const known = Object.hasOwn(statuses, status) ? statuses[status] ?? "unknown" : "unknown";
  return known === "active" && doubts.has(detail) ? "unknown" : known;
}

/** The register's own 404. */
const NotFound = z.object({
  errors: z.array(z.object({ error: z.literal("company-profile-not-found") })).min(1),
});

function isNotFound(json: unknown): boolean {
  return NotFound.safeParse(json).success;
}
