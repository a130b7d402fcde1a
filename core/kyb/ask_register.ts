import { uuidV7 } from "../../base/uuid.ts";
import type { KybPorts } from "./ports.ts";
import type { RegistryCheck } from "./registry_schema.ts";
import type { Finding } from "./rules.ts";
import type { KybDraft, NormalizedApplication } from "./schema.ts";

/** A register's answer about the applicant, as evidence. */
export type RegistryEvidence = KybDraft["evidence"]["registry"];

/**
 * Looks the applicant up in the register of its country; skipped when country or number could not
 * be read.
 */
export async function askRegister(
  ports: Pick<KybPorts, "clock" | "random" | "kyb">,
  { registryCountry: country, registryNumber: number, legalName }: NormalizedApplication,
): Promise<RegistryEvidence> {
  const evidenceId = uuidV7(ports);
  const found: RegistryCheck = country === null || number === null
    ? {
      outcome: "not_supported",
      checkedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
      number: null,
    }
    : await ports.kyb.registers.check({ country, number, legalName });
  return { ...found, evidenceId };
}

/** Returns the findings from the register's answer. */
export function findingsOfRegister(
  { registryCountry, registryNumber }: NormalizedApplication,
  found: RegistryCheck,
): readonly Finding[] {
  const unread: readonly Finding[] = [
    ...(registryCountry === null
      ? [{ code: "UNKNOWN_COUNTRY", path: "registryCountry" } as const]
      : []),
    ...(registryNumber === null
      ? [{ code: "REGISTRY_NUMBER_MISSING", path: "registryNumber" } as const]
      : []),
  ];
  return unread.length > 0 ? unread : ofOutcome(found);
}

function ofOutcome(found: RegistryCheck): readonly Finding[] {
  const path = "registryNumber";
  switch (found.outcome) {
    case "verified":
      return [];
    case "not_found":
      return [{
        code: found.isAuthoritative ? "REGISTRY_NOT_FOUND_AUTHORITATIVE" : "REGISTRY_NOT_FOUND",
        path,
      }];
    case "mismatch":
      return [{ code: "REGISTRY_NAME_MISMATCH", path: "legalName" }];
    case "inactive":
      return [{ code: "REGISTRY_INACTIVE", path }];
    case "format_invalid":
      return [{
        code: found.reason === "checksum"
          ? "REGISTRY_NUMBER_CHECKSUM_INVALID"
          : "REGISTRY_NUMBER_FORMAT_INVALID",
        path,
      }];
    case "unavailable":
      return [{ code: "REGISTRY_UNAVAILABLE", path }];
    case "not_supported":
      return [{ code: "REGISTRY_NOT_SUPPORTED", path }];
    default:
      return found satisfies never;
  }
}
