import { z } from "zod";
import { RegisterOutcome } from "../../core/kyb/register_finding.ts";
import { foldName } from "../../core/kyb/clean_text.ts";
import type { Registers } from "../../core/kyb/ports.ts";
import { hashOfJson } from "../../core/kyb/rules.ts";
import type { Clock } from "../../base/clock.ts";
import fixture from "../../fixtures/kyb/registers.json" with { type: "json" };

/** The invented register of the sandbox: what it says of each number, and under which name it has it. */
const Register = z.strictObject({
  provider: z.string(),
  companies: z.array(z.strictObject({
    country: z.string(),
    number: z.string(),
    legalName: z.string(),
    outcome: RegisterOutcome,
    reason: z.enum(["format", "checksum"]).optional(),
  })),
});

/** Opens the sandbox's register. A number that it does not have is one that no register is asked about. */
export function openSandboxRegisters(clock: Clock): Registers {
  const { provider, companies } = Register.parse(fixture);
  return {
    check: async ({ country, number, legalName }) => {
      const checkedAt = clock.now().toString({ smallestUnit: "millisecond" });
      const found = companies.find((one) => one.country === country && one.number === number);
      if (found === undefined) {
        return { outcome: "not_supported", provider, checkedAt };
      }
      const evidence = { provider, checkedAt, evidenceHash: await hashOfJson(found) };
      const isOther = foldName(found.legalName) !== foldName(legalName);
      return found.outcome === "verified" && isOther
        ? { ...evidence, outcome: "mismatch", field: "legalName" }
        : {
          ...evidence,
          outcome: found.outcome,
          ...(found.reason === undefined ? {} : { reason: found.reason }),
          ...(found.outcome === "not_found" ? { isAuthoritative: true } : {}),
        };
    },
  };
}
