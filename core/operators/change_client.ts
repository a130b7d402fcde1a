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

/** A name for the content of a record, so that a change since it was read is noticed. */
export function nameOfRecord(record: ClientRecord | null): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}

/**
 * Whether anything is stored of a client. An id of which nothing is may be misspelled, although a
 * token of the identity provider may name it.
 */
export async function isOnFile(
  { operators: { clients } }: OperatorPorts,
  clientId: ClientId,
  record: ClientRecord | null,
): Promise<boolean> {
  return record !== null || await clients.hasData(clientId);
}

/** Why a record was not changed. */
export type ChangeClientRefusal =
  | PutClientRefusal
  /** The record is not the one that the operator saw. */
  | { readonly code: "changed_meanwhile" }
  /** Every invalid member by its path, never with its value. */
  | { readonly code: "not_a_record"; readonly problems: readonly string[] };

/** Input of {@link changeClient}. */
export interface ChangeClient {
  readonly unit: Unit;
  readonly clientId: ClientId;
  /** {@link nameOfRecord} of the record that the operator saw. */
  readonly seen: string;
  /** The members of the new record. The suspension cannot be changed here. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly operator: OperatorId;
}

/** Replaces the record of a client, except its suspension, as `client put` does. */
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

/** Suspends a client as an operator, or lifts that suspension only: a suspension by KYB stays. */
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
