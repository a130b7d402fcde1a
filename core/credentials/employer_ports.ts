import type { AccessPorts } from "../access/ports.ts";
import type { Audit } from "../audit/ports.ts";
import type { PresentationPorts, PresentationSessions } from "../presentation/ports.ts";
import type { SessionId } from "../presentation/schema.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { AcademicRevocationStatus, EmployerKind } from "./employer_schema.ts";

/** The ports of employers' sessions. */
export interface EmployerPorts extends AccessPorts, Omit<PresentationPorts, "sessions"> {
  readonly audit: Audit;
  readonly employers: EmployerSettings;
  readonly employerSessions: PresentationSessions<EmployerKind>;
  readonly observedRevocations: ObservedRevocations;
  readonly telemetry: Telemetry;
}

/** A deployment's settings for employers' sessions. */
export interface EmployerSettings {
  /** Minutes that a session waits for its answer. */
  readonly sessionMinutes: number;
}

/** Revocation statuses that reads of employers' sessions have found. */
export interface ObservedRevocations {
  /** Records a status that a read found, in a commit of its own; the last one wins. */
  note(id: SessionId, status: AcademicRevocationStatus): Promise<void>;
  /** @returns the last that was seen, of each session that was read */
  find(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, AcademicRevocationStatus>>;
}
