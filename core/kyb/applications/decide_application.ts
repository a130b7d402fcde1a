import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { type ClientRecord, defaultClientRecord } from "../../access/client_schema.ts";
import { isOffboarded, lift } from "../../access/suspension.ts";
import { clientChangedEvent } from "../../audit/client_change.ts";
import { type ActingOperator, mayBeOneOfTwo } from "./acting_operator.ts";
import { acknowledge, type AcknowledgeRefusal } from "./acknowledge.ts";
import { isOpen } from "./open_findings.ts";
import type { ApplicationPorts } from "../application_ports.ts";
import {
  type ApplicationDecision,
  type ApplicationId,
  isSameOperator,
  type KybApplication,
} from "../application_schema.ts";

/** Input of {@link decideApplication}. */
export interface DecideApplication extends ActingOperator {
  readonly unit: Unit;
  readonly id: ApplicationId;
  readonly status: ApplicationDecision["status"];
  readonly rationale: string;
  /** Codes of findings of registers and owners that an approval acknowledges. */
  readonly acknowledged: readonly string[];
}

/** The reason why an application is not decided. */
export type DecideRefusal =
  | { readonly code: "no_such_application" | "same_operator" | "client_offboarded" }
  /**
   * The identity provider has not authenticated this operator, or for an approval the operator who
   * accepted the application.
   */
  | { readonly code: "not_authenticated" | "acceptor_not_authenticated" }
  | { readonly code: "already_decided"; readonly status: KybApplication["status"] }
  /** Checks that prevent an approval (rule R4). */
  | { readonly code: "open_findings"; readonly checkIds: readonly string[] }
  | AcknowledgeRefusal;

/** The result of a decision. */
export interface Decided {
  readonly application: KybApplication;
  /** The client's new record. */
  readonly client: ClientRecord;
}

/**
 * Approves or rejects an application: the second human act, by another operator than the first. An
 * approval names every finding of registers and owners, links the client and lifts only the
 * suspension by KYB. A rejected client stays suspended, and the application is kept for the
 * policy's years, starting now unless another application admitted the client. A decision is final.
 *
 * @see decisions.md part 8; decisions-2.md part 16; decisions-3.md part 20
 */
export async function decideApplication(
  ports: Pick<
    ApplicationPorts,
    | "applications"
    | "audit"
    | "clients"
    | "clock"
    | "events"
    | "mode"
    | "operatorsAuthenticated"
    | "recordDays"
  >,
  { unit, id, status, rationale, operator, identity, acknowledged: named }: DecideApplication,
): Promise<Result<Decided, DecideRefusal>> {
  const { applications, audit, clients, clock } = ports;
  const found = await applications.find(id);
  if (found === null || found.application.mode !== ports.mode) {
    return refuse({ code: "no_such_application" });
  }
  const { application, checks } = found;
  if (application.status !== "NEEDS_REVIEW") {
    return refuse({ code: "already_decided", status: application.status });
  }
  const { clientId, draftId } = application;
  const client = await clients.stand(clientId);
  const before = client.record ?? defaultClientRecord;
  if (application.keptUntil !== null || isOffboarded(before)) {
    return refuse({ code: "client_offboarded" });
  }
  if (isSameOperator(application.acceptedBy, operator)) return refuse({ code: "same_operator" });
  const isApproved = status === "APPROVED";
  if (!mayBeOneOfTwo(ports, identity)) return refuse({ code: "not_authenticated" });
  if (isApproved && !mayBeOneOfTwo(ports, application.acceptedIdentity)) {
    return refuse({ code: "acceptor_not_authenticated" });
  }
  const checkIds = checks.filter(isOpen).map((check) => check.id);
  if (isApproved && checkIds.length > 0) return refuse({ code: "open_findings", checkIds });
  const taken = isApproved ? acknowledge(application, named) : ok([]);
  if (!taken.ok) return taken;
  const acknowledged = taken.value.length === 0 ? {} : { acknowledged: taken.value };
  // Who was admitted by another application is a client still: the relation has not ended.
  const isAdmitted = isApproved ||
    (await applications.ofClient(clientId)).some((other) => other.status === "APPROVED");
  const known = identity === undefined ? {} : { identity };
  const now = clock.now();
  const written = (at: Temporal.Instant) => at.toString({ smallestUnit: "millisecond" });
  const next: KybApplication = {
    ...application,
    status,
    decision: {
      ...{ status, by: operator, at: written(now), rationale },
      ...known,
      ...acknowledged,
    },
    keptUntil: isAdmitted ? null : written(now.add({ hours: 24 * ports.recordDays })),
  };
  found.put(unit, next);
  const after = isApproved ? { ...lift(before, "KYB"), kybApplicationId: id as string } : before;
  if (isApproved) {
    client.put(unit, after);
    const changed = clientChangedEvent({ clientId, before: client.record, after });
    if (changed !== null) audit.record(unit, changed);
  }
  audit.record(unit, {
    kind: "KYB_APPLICATION_DECIDED",
    applicationId: id,
    draftId,
    decision: status,
    operator,
    ...known,
    ...acknowledged,
  });
  ports.events.raise(unit, {
    ...{ clientId, mode: ports.mode, type: "kyb.application_decided" },
    data: { applicationId: id, decision: status },
  });
  return ok({ application: next, client: after });
}
