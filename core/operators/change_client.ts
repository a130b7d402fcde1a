import { createHash } from "node:crypto";
import { refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { ClientRecord, defaultClientRecord } from "../access/client_schema.ts";
import type { ClientId } from "../access/schema.ts";
import { lift, suspend, suspendersOf } from "../access/suspension.ts";
import type { OperatorId } from "../kyb/application_schema.ts";
import { problemsOf } from "../policy/problems.ts";
import type { OperatorPorts } from "./ports.ts";
import { putClientRecord, type PutClientRefusal, type PutRecord } from "./put_client.ts";

/** Names a record as it was seen: another one has another name. */
export function nameOfRecord(record: ClientRecord | null): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}

/** Why a record is not changed. */
export type ChangeClientRefusal =
  | PutClientRefusal
  /** It is another one than the operator saw. */
  | { readonly code: "changed_meanwhile" }
  /** Every offending member by its path, and never its value. */
  | { readonly code: "not_a_record"; readonly problems: readonly string[] };

/** Input of {@link changeClient}. */
export interface ChangeClient {
  readonly unit: Unit;
  readonly clientId: ClientId;
  /** {@link nameOfRecord} of the record that the operator saw. */
  readonly seen: string;
  /** The members of a record, but for its suspension, which stays. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly operator: OperatorId;
}

/** Changes the record of a client as a whole, but for its suspension, as `client put` does. */
export async function changeClient(
  ports: OperatorPorts,
  { unit, clientId, seen, members, operator }: ChangeClient,
): Promise<Result<PutRecord, ChangeClientRefusal>> {
  const { clients, auditLog } = ports.operators;
  const standing = await clients.stand(clientId);
  const before = standing.record;
  if (nameOfRecord(before) !== seen) return refuse({ code: "changed_meanwhile" });
  const { status } = before ?? defaultClientRecord;
  const suspendedBy = suspendersOf(before ?? defaultClientRecord);
  const parsed = ClientRecord.safeParse({ ...members, status, suspendedBy });
  if (!parsed.success) {
    return refuse({ code: "not_a_record", problems: problemsOf(parsed.error, ClientRecord) });
  }
  const record = parsed.data;
  return await putClientRecord({ ...clients, audit: auditLog }, {
    ...{ unit, clientId, standing, record, operator },
    namesLogin: true,
    replaces: true,
  });
}

/** Suspends a client as an operator, or lifts that suspension alone: what KYB suspends stays so. */
export async function suspendClient(
  ports: OperatorPorts,
  { unit, clientId, isSuspended, operator }: {
    readonly unit: Unit;
    readonly clientId: ClientId;
    readonly isSuspended: boolean;
    readonly operator: OperatorId;
  },
): Promise<Result<PutRecord, PutClientRefusal>> {
  const { clients, auditLog } = ports.operators;
  const standing = await clients.stand(clientId);
  const before = standing.record ?? defaultClientRecord;
  const record = isSuspended ? suspend(before, "OPERATOR") : lift(before, "OPERATOR");
  return await putClientRecord({ ...clients, audit: auditLog }, {
    ...{ unit, clientId, standing, record, operator },
    namesLogin: true,
    replaces: true,
  });
}
