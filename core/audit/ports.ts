import type { AuditEvent } from "./event.ts";
import type { Unit } from "../../base/unit.ts";
import type { ExportedCheckpoint, ExportedEntry } from "./export.ts";

/** The append-only audit log, as the domain writes it. */
export interface Audit {
  /** Records an event in the same commit as what it tells of. */
  record(unit: Unit, event: AuditEvent): void;
  /** Records an event in a commit of its own: for what ends after its answer has begun to leave. */
  recordNow(event: AuditEvent): Promise<void>;
}

/** How the audit log stands, as the store tells it, at several moments close together. */
export interface AuditState {
  /** Entries of the chain. */
  readonly entries: number;
  /** Events without a place on it, as far as they were counted. */
  readonly waiting: number;
  /** When the oldest of them was recorded; null: none waits. */
  readonly oldestAt: Temporal.Instant | null;
  /** The last checkpoint, and how many entries of the chain it covers. */
  readonly checkpoint: { readonly entries: number; readonly at: Temporal.Instant } | null;
}

/** What is recorded of a client, with its proofs. */
export interface ClientTrail {
  /** What the proofs lead to; null while nothing is signed. */
  readonly checkpoint: ExportedCheckpoint | null;
  /** In the order of the chain; those without a position last. Read while it is asked for. */
  readonly entries: AsyncIterable<ExportedEntry>;
}

/** The audit chain, as the client reads it whom it tells of. */
export interface AuditTrail {
  /** Everything recorded of one client and nothing of any other. */
  ofClient(clientId: string): Promise<ClientTrail>;
}
