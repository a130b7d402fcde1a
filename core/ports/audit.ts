import type { AuditEvent } from "../audit/event.ts";
import type { Unit } from "./unit.ts";

/** The append-only audit log, as the domain writes it. */
export interface Audit {
  /** Records an event in the same commit as what it tells of. */
  record(unit: Unit, event: AuditEvent): void;
  /** Records an event in a commit of its own: for what ends after its answer has begun to leave. */
  recordNow(event: AuditEvent): Promise<void>;
}
