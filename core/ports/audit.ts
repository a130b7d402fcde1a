import type { AuditEvent } from "../audit/event.ts";
import type { Unit } from "./unit.ts";

/** The append-only audit log, as the domain writes it. */
export interface Audit {
  /** Records an event in the same commit as what it tells of. */
  record(unit: Unit, event: AuditEvent): void;
}
