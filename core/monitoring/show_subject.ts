import type { Unit } from "../../base/unit.ts";
import type { PersonId } from "../access/schema.ts";
import type { DecisionId } from "../screening/decision_schema.ts";
import type { MonitoringPorts } from "./ports.ts";
import { findSubject, isFilled, type NamedSubject, shownSubject } from "./read_subjects.ts";
import type { MonitoredSubjectRead } from "./schema.ts";

/** A customer whose data a page shows. */
export interface ShowSubject extends NamedSubject {
  readonly unit: Unit;
  readonly person: PersonId;
  /** The match whose page shows the customer; absent on the customer's own page. */
  readonly decisionId?: DecisionId;
}

/**
 * Reads a monitored customer for a page, with an audit entry of the read.
 *
 * @returns null if the service does not have the data: the client does not use monitoring, the
 * customer is not monitored, or the data cannot be read, which each run reports
 */
export async function showSubject(
  ports: MonitoringPorts,
  { unit, person, decisionId, ...named }: ShowSubject,
): Promise<MonitoredSubjectRead | null> {
  const found = await findSubject(ports, named);
  if (!found.ok || !isFilled(found.value.slot)) return null;
  ports.audit.record(unit, {
    ...{ kind: "MONITORED_SUBJECT_READ", clientId: named.caller.clientId, mode: named.mode },
    ...(decisionId === undefined ? {} : { decisionId }),
    person,
  });
  return shownSubject(found.value.slot);
}
