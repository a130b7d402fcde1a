import { z } from "zod";
import { isSameCompanyName } from "../../core/kyb/legal_form.ts";
import type { Registers } from "../../core/kyb/ports.ts";
import { withoutNotes, wrongBy } from "../../core/kyb/number_rules.ts";
import type {
  ClaimedCompany,
  CompanyNumber,
  RegistryCheck,
} from "../../core/kyb/registry_schema.ts";
import { hashOfJson } from "../../core/kyb/rules.ts";
import { checkCompanyNumber } from "../../standards/company_number/check_company_number.ts";
import type { Clock } from "../../base/clock.ts";
import fixture from "../../fixtures/kyb/registers.json" with { type: "json" };

/** The invented register of the sandbox: the company of each number. */
const Company = z.strictObject({
  country: z.string(),
  number: z.string(),
  legalName: z.string(),
  outcome: z.enum(["verified", "not_found", "inactive", "unavailable", "format_invalid"]),
  reason: z.enum(["format", "checksum"]).default("format"),
}).readonly();

const Register = z.strictObject({ provider: z.string(), companies: z.array(Company) });

/**
 * Opens the sandbox's register. A number that it lacks is checked by the offline rules, as in live,
 * and then counts as not looked up in any register.
 */
export function openSandboxRegisters(clock: Clock): Registers {
  const { provider, companies } = Register.parse(fixture);
  return {
    snapshots: [],
    check: async (claimed) => {
      const { country, number } = claimed;
      const asked = {
        checkedAt: clock.now().toString({ smallestUnit: "millisecond" }),
        number: numberOf(claimed),
      };
      const found = companies.find((one) => one.country === country && one.number === number);
      if (found === undefined) return judgeUnknown(claimed, asked.checkedAt);
      if (found.outcome === "unavailable") return { outcome: "unavailable", provider, ...asked };
      if (found.outcome === "format_invalid") {
        return { outcome: "format_invalid", reason: found.reason, ...asked };
      }
      const evidenceHash = await hashOfJson(found);
      const answered = { ...asked, provider, isAuthoritative: true, evidenceHash };
      return found.outcome === "verified" && !isSameCompanyName(found.legalName, claimed.legalName)
        ? { outcome: "mismatch", field: "legalName", isMinor: false, ...answered }
        : { outcome: found.outcome, ...answered };
    },
  };
}

function judgeUnknown({ country, number }: ClaimedCompany, checkedAt: string): RegistryCheck {
  const checked = checkCompanyNumber({ country, number });
  const asked = { checkedAt, number: withoutNotes(checked) };
  const reason = wrongBy(checked);
  return reason === null
    ? { outcome: "not_supported", ...asked }
    : { outcome: "format_invalid", reason, ...asked };
}

/** The number as given, since invented numbers follow no country's rules. */
function numberOf({ country, number: normalized }: ClaimedCompany): CompanyNumber {
  return { country, scheme: null, normalized, formatValid: null, checksumValid: null };
}
