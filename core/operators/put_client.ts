import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ClientRecord } from "../access/client_schema.ts";
import type { StandingClient } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import { isOffboarded, suspendedBy, suspendersOf } from "../access/suspension.ts";
import { clientChangedEvent } from "../audit/client_change.ts";
import type { Audit } from "../audit/ports.ts";

/** Ports of {@link putClientRecord}. */
export interface PutClientPorts {
  readonly audit: Pick<Audit, "record">;
  /** Whether the application is in this store and belongs to the client. */
  isOwnApplication(clientId: ClientId, id: string): Promise<boolean>;
}

/** Input of {@link putClientRecord}. */
export interface PutClient {
  readonly unit: Unit;
  readonly clientId: ClientId;
  /** The present record, on which the operator's change is based. */
  readonly standing: StandingClient;
  readonly record: ClientRecord;
  /** Whether the operator has stated the login registration, which may be `null`. */
  readonly namesLogin: boolean;
  /** Whether the record may replace an existing one. */
  readonly replaces: boolean;
  /** The person who acts; absent for a command. */
  readonly operator?: string;
}

/** Why a record was not put. */
export type PutClientRefusal =
  | { readonly code: "has_record" | "login_not_named" | "client_offboarded" | "held_by_kyb" }
  | { readonly code: "application_claimed" | "suspends_nothing" }
  /** KYB has admitted the client by this application. */
  | { readonly code: "application_linked"; readonly applicationId: string | null };

/** The record that was put. */
export interface PutRecord {
  readonly before: ClientRecord | null;
  readonly after: ClientRecord;
  /** The change of the login registration; null if none. */
  readonly loginChange: "registered" | "changed" | "removed" | null;
}

/**
 * Replaces a client's whole record, by compare-and-set. What KYB has set stays: its suspension, and
 * the link to an application of this store. A change of the login registration is audited too. For
 * a relying party, a record without `loginClient` is refused: it was written without regard to the
 * existing one and would end the login of its users. With `null` the registration ends and its
 * secrets stay.
 */
export async function putClientRecord(
  { audit, isOwnApplication }: PutClientPorts,
  { unit, clientId, standing, record, namesLogin, replaces, operator }: PutClient,
): Promise<Result<PutRecord, PutClientRefusal>> {
  const before = standing.record;
  if (!replaces && before !== null) return refuse({ code: "has_record" });
  if (before !== null && before.loginClient !== null && !namesLogin) {
    return refuse({ code: "login_not_named" });
  }
  const isOwn = async (id: string | null | undefined) =>
    id != null && await isOwnApplication(clientId, id);
  const next = underKyb(before, record, {
    isLinked: await isOwn(before?.kybApplicationId),
    isClaimed: await isOwn(record.kybApplicationId),
  });
  if (!next.ok) return next;
  const after = next.value;
  standing.put(unit, after);
  const by = operator === undefined ? {} : { operator };
  const event = clientChangedEvent({ clientId, before, after });
  if (event !== null) audit.record(unit, { ...event, ...by });
  const loginChange = changeOfLogin(before?.loginClient ?? null, after.loginClient);
  if (loginChange !== null) {
    audit.record(unit, { kind: "LOGIN_CLIENT_CHANGED", clientId, change: loginChange, ...by });
  }
  return ok({ before, after, loginChange });
}

/** Whether the applications named by a record are in this store and belong to the client. */
interface NamedApplications {
  /** For the present record. */
  readonly isLinked: boolean;
  /** For the new record. */
  readonly isClaimed: boolean;
}

/** The operator's record, with the members that only KYB sets. */
function underKyb(
  before: ClientRecord | null,
  asked: ClientRecord,
  { isLinked, isClaimed }: NamedApplications,
): Result<ClientRecord, PutClientRefusal> {
  const standing = before === null ? [] : suspendersOf(before);
  if (isOffboarded(before)) return refuse({ code: "client_offboarded" });
  const isHeld = standing.includes("KYB");
  if (isHeld && asked.status === "ACTIVE") return refuse({ code: "held_by_kyb" });
  const linked = before?.kybApplicationId ?? null;
  if (asked.kybApplicationId !== linked) {
    if (isLinked) return refuse({ code: "application_linked", applicationId: linked });
    if (isClaimed) return refuse({ code: "application_claimed" });
  }
  // Of KYB it is what stands there that counts: a file may be older.
  const byOperator = suspendersOf(asked).filter((by) => by === "OPERATOR");
  if (asked.status === "SUSPENDED" && byOperator.length === 0 && !isHeld) {
    // A record that says SUSPENDED admits no caller.
    return refuse({ code: "suspends_nothing" });
  }
  return ok(suspendedBy(asked, [...byOperator, ...(isHeld ? ["KYB"] as const : [])]));
}

/** The change of the login registration; null if none. */
function changeOfLogin(
  before: ClientRecord["loginClient"],
  after: ClientRecord["loginClient"],
): PutRecord["loginChange"] {
  if (after === null) return before === null ? null : "removed";
  if (before === null) return "registered";
  const isSame = before.name === after.name &&
    JSON.stringify(before.redirectUris) === JSON.stringify(after.redirectUris);
  return isSame ? null : "changed";
}
