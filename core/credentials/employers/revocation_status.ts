import type { RevocationStatus } from "../../presentation/ports.ts";
import type { AcademicRevocationStatus, EmployerDecision } from "../employer_schema.ts";
import type { EmployerPorts } from "../employer_ports.ts";
import { credentialTypes } from "../template_schema.ts";

const statuses: Readonly<Record<RevocationStatus, AcademicRevocationStatus>> = {
  valid: "VALID",
  revoked: "REVOKED",
  unknown: "UNKNOWN",
};

/** Fetches the published status of a decision's credential, without any cache. */
export async function revocationStatusNow(
  { revocations }: Pick<EmployerPorts, "revocations">,
  { statusReference, credentialType }: EmployerDecision,
): Promise<AcademicRevocationStatus> {
  if (statusReference === null) return "UNKNOWN";
  const type = credentialTypes[credentialType];
  return statuses[await revocations.find(statusReference, type, { fresh: true })];
}
