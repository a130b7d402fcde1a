import type { Unit } from "../../base/unit.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { ActingPerson } from "../access/person_identity.ts";
import type { DecideRefusal } from "../screening/decide.ts";
import type { ScreeningResponse } from "../screening/decision_schema.ts";
import type { SubjectRef } from "../screening/request_schema.ts";
import { screenPinned } from "../screening/screen.ts";
import { bookToWrite, type Monitored, type NotEnabled, requireEnabled } from "./enabled.ts";
import { hitsOf } from "./hits.ts";
import type { MonitoringPorts } from "./ports.ts";
import type { MonitoredRequest, MonitoredSubject, MonitoringState } from "./schema.ts";

/** A customer to monitor. */
export interface PutMonitoredSubject extends Monitored {
  readonly unit: Unit;
  readonly subjectRef: SubjectRef;
  readonly request: MonitoredRequest;
  /** The person who acts at the desk; absent for a call of the API. */
  readonly by?: ActingPerson;
}

/** The decision about the customer, and whether the customer is new. */
export interface PutOutcome {
  readonly isNew: boolean;
  readonly response: ScreeningResponse;
}

/** Monitoring is off, the book is full, or the request cannot be screened. */
export type PutRefusal = NotEnabled | DecideRefusal | { readonly code: "too_many_subjects" };

/**
 * Puts a customer into the book and decides at once. If the data are unchanged, it returns the
 * decision on file and writes nothing.
 *
 * @see decisions-3.md part 21, Monitoring
 */
export async function putMonitoredSubject(
  ports: MonitoringPorts,
  { unit, caller, mode, subjectRef, request, by }: PutMonitoredSubject,
): Promise<Result<PutOutcome, PutRefusal>> {
  const enabled = await requireEnabled(ports, caller);
  if (!enabled.ok) return enabled;
  const { clientId: client } = caller;
  const book = await bookToWrite(ports, { caller, mode });
  const slot = await book.find(subjectRef);
  const { subject: before } = slot;
  if (before !== null && isSameRequest(before.request, request) && before.decisionId !== null) {
    const decision = await ports.decisions.find(before.decisionId, client);
    if (decision !== null) return ok({ isNew: false, response: decision.response });
  }
  if (
    before === null && slot.fault === null &&
    await book.count() >= ports.monitoringRules.subjectsMax
  ) {
    return refuse({ code: "too_many_subjects" });
  }
  // Behind the book: a run that begins afterwards changes it, and this is lost.
  const standing = await ports.monitoring.state(client);
  const lists = ports.lists.current().snapshot.id;
  const screened = await screenPinned(ports, {
    ...{ unit, client, mode, sandboxOverride: false },
    request: { ...request, subjectRef },
    origin: "monitoring",
  });
  if (!screened.ok) return screened;
  const { response } = screened.value;
  const subject: MonitoredSubject = {
    ...{ subjectRef, request },
    putAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    decisionId: response.meta.decisionId,
    hits: hitsOf(screened.value),
  };
  // An import that has named the customer goes on.
  book.put(unit, slot, { subject, generation: slot.generation });
  if (standing !== null && isToBeCompared(standing.state, lists)) {
    standing.change(unit, { ...standing.state, isImported: true });
  }
  ports.audit.record(unit, {
    ...{ kind: "MONITORED_SUBJECT_PUT", clientId: client, mode, subjects: 1 },
    ...by,
  });
  return ok({ isNew: before === null && slot.fault === null, response });
}

/**
 * Whether the next run must compare a customer again, like an imported one, because the other
 * customers were compared with other lists, which this server may not have yet.
 */
function isToBeCompared(
  { active, lists: compared, isImported }: MonitoringState,
  lists: string,
): boolean {
  if (isImported) return false;
  // Before its first step a run may go over to the lists of another server.
  return active === null ? compared !== lists : active.place === null || active.lists !== lists;
}

/** Whether two requests have equal members. */
export function isSameRequest(one: MonitoredRequest, other: MonitoredRequest): boolean {
  // Both are of one schema, whose members stand in one order.
  return JSON.stringify(one) === JSON.stringify(other);
}
