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
  /** Whether an application is one of this store's, and the client's. */
  isOwnApplication(clientId: ClientId, id: string): Promise<boolean>;
}

/** Input of {@link putClientRecord}. */
export interface PutClient {
  readonly unit: Unit;
  readonly clientId: ClientId;
  /** The record that is there, from which an operator's own change is made. */
  readonly standing: StandingClient;
  readonly record: ClientRecord;
  /** Whether the operator has said what becomes of a registration for the login, be it `null`. */
  readonly namesLogin: boolean;
  /** Whether the record may take the place of one that is there. */
  readonly replaces: boolean;
  /** Who acts, where the act has a person; a command has none. */
  readonly operator?: string;
}

/** Why a record is not put. */
export type PutClientRefusal =
  | { readonly code: "has_record" | "login_not_named" | "client_offboarded" | "held_by_kyb" }
  | { readonly code: "application_claimed" | "suspends_nothing" }
  /** KYB has admitted the client by this application. */
  | { readonly code: "application_linked"; readonly applicationId: string | null };

/** What was put. */
export interface PutRecord {
  readonly before: ClientRecord | null;
  readonly after: ClientRecord;
  /** What became of the registration for the login; null: nothing. */
  readonly loginChange: "registered" | "changed" | "removed" | null;
}

/**
 * Puts a whole record in the place of the one that is there, by compare-and-set. What KYB has set
 * stays: its suspension, and the link to an application of this store. What it changes of a
 * registration for the login is audited too. A record that does not name `loginClient` is refused for
 * a relying party: it was written without a look at the record, and people could log in no more. Its
 * secrets stay when the registration ends by `null`.
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

/** Whether the application that a record names is one of this store's, and the client's. */
interface NamedApplications {
  /** In the record that stands. */
  readonly isLinked: boolean;
  /** In the one that is put. */
  readonly isClaimed: boolean;
}

/** The record that an operator puts, with what is KYB's own. */
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

/** What a put record changes of a registration for the login; null: nothing. */
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
