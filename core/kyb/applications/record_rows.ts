import type { ClientRecord } from "../../access/client_schema.ts";
import type { ClientId } from "../../access/schema.ts";
import type { KybApplication, KybCheck } from "../application_schema.ts";
import type {
  KybApplicationRow,
  KybCheckRow,
  KybClientRow,
  KybPersonRow,
} from "./record_schema.ts";

/** An application with its checks. */
export interface ApplicationRecord {
  readonly application: KybApplication;
  readonly checks: readonly KybCheck[];
}

/**
 * Yields the KYB rows of a client in full, for an operator's export: the client, its applications,
 * every declared person with the id, and every check with its judgements.
 *
 * @see Screening §2; decisions-2.md part 16
 */
export function recordRows(
  clientId: ClientId,
  client: ClientRecord | null,
  records: readonly ApplicationRecord[],
) {
  return {
    client: client === null ? null : clientRow(clientId, client),
    applications: records.map(({ application }) => applicationRow(application)),
    ubos: records.flatMap(({ application }) => personRows(application, client)),
    checks: records.flatMap(checkRows),
  };
}

/** The row of a client. */
export function clientRow(clientId: ClientId, client: ClientRecord): KybClientRow {
  return { clientId, ...client };
}

/** The row of an application. */
export function applicationRow(
  { persons: _, keptUntil: __, ...row }: KybApplication,
): KybApplicationRow {
  return row;
}

/**
 * The rows of all persons that an application declares.
 *
 * @param client null: the client has no record
 */
export function personRows(
  { id, persons }: KybApplication,
  client: Pick<ClientRecord, "signingCredentials"> | null,
): readonly KybPersonRow[] {
  const signers = new Set(client?.signingCredentials.map(({ personId }) => personId));
  return persons.map(({ path: _, ...person }) => ({
    applicationId: id,
    ...person,
    signingCredential: signers.has(person.id),
  }));
}

/** The rows of an application's checks. */
export function checkRows({ application, checks }: ApplicationRecord): readonly KybCheckRow[] {
  return checks.map((check) => rowOf(application, check));
}

function rowOf({ id: applicationId }: KybApplication, check: KybCheck): KybCheckRow {
  const { id: evidenceId, judgements } = check;
  if (check.kind === "registry") {
    const { kind, evidence } = check;
    return {
      kind,
      applicationId,
      evidenceId,
      outcome: evidence.outcome,
      provider: "provider" in evidence ? evidence.provider : null,
      checkedAt: evidence.checkedAt,
      evidence,
      judgements,
    };
  }
  const { kind, evidence } = check;
  return {
    kind,
    applicationId,
    evidenceId,
    personId: check.kind === "person_screening" ? check.personId : null,
    outcome: evidence.classification,
    provider: null,
    checkedAt: evidence.screenedAt,
    evidence,
    judgements,
  };
}
