import type { ClientRecord } from "../../access/client_schema.ts";
import type { ClientId } from "../../access/schema.ts";
import type { KybApplication, KybCheck } from "../application_schema.ts";

/** An application with its checks. */
export interface ApplicationRecord {
  readonly application: KybApplication;
  readonly checks: readonly KybCheck[];
}

/**
 * The KYB rows of a client in full, as an export has them: the client, its applications, everybody
 * who was declared, by the id that names them, and every check with its judgements.
 *
 * @see Screening §2; decisions-2.md part 16
 */
export function recordRows(
  clientId: ClientId,
  client: ClientRecord | null,
  records: readonly ApplicationRecord[],
) {
  return {
    client: client === null ? null : { clientId, ...client },
    applications: records.map(({ application: { persons: _, keptUntil: __, ...row } }) => row),
    ubos: records.flatMap(({ application: { id, persons } }) =>
      persons.map(({ path: _, ...person }) => ({
        applicationId: id,
        ...person,
        // No person has one until signing is there.
        signingCredential: false,
      }))
    ),
    checks: records.flatMap(({ application: { id }, checks }) =>
      checks.map((check) => ({ applicationId: id, ...rowOf(check) }))
    ),
  };
}

function rowOf(check: KybCheck) {
  const { id: evidenceId, kind, judgements } = check;
  if (check.kind === "registry") {
    const { evidence } = check;
    return {
      kind,
      evidenceId,
      outcome: evidence.outcome,
      provider: "provider" in evidence ? evidence.provider : null,
      checkedAt: evidence.checkedAt,
      evidence,
      judgements,
    };
  }
  const { evidence } = check;
  return {
    kind,
    evidenceId,
    personId: check.kind === "person_screening" ? check.personId : null,
    outcome: evidence.classification,
    provider: null,
    checkedAt: evidence.screenedAt,
    evidence,
    judgements,
  };
}
