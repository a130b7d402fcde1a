import type { AuditEvent } from "./event.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import type { ExportedCheckpoint, ExportedEntry } from "./export.ts";

/** The append-only audit log, as the domain writes it. */
export interface Audit {
  /** Records an event in the same commit as the change that it describes. */
  record(unit: Unit, event: AuditEvent): void;
  /** Records an event in a commit of its own: for what ends after its answer has begun to leave. */
  recordNow(event: AuditEvent): Promise<void>;
}

/** State of the audit log, read from the store at several moments close together. */
export interface AuditState {
  /** Entries of the chain. */
  readonly entries: number;
  /** Events without a place on it, as far as they were counted. */
  readonly waiting: number;
  /** Time of recording of the oldest of them; null: none waits. */
  readonly oldestAt: Temporal.Instant | null;
  /** The last checkpoint, and how many entries of the chain it covers. */
  readonly checkpoint: { readonly entries: number; readonly at: Temporal.Instant } | null;
}

/** Audit entries of a client, with their proofs. */
export interface ClientTrail {
  /** The checkpoint that the proofs lead to; null while nothing is signed. */
  readonly checkpoint: ExportedCheckpoint | null;
  /** In the order of the chain; those without a position last. Read while it is asked for. */
  readonly entries: AsyncIterable<ExportedEntry>;
}

/** The audit chain, as a client reads its own entries. */
export interface AuditTrail {
  /** @returns every entry of one client and none of any other */
  ofClient(clientId: string): Promise<ClientTrail>;
}

/** A signed head of the log, for a place outside the store. */
export interface WitnessedHead {
  /** Entries that it covers. */
  readonly size: number;
  /** C2SP tlog-checkpoint. */
  readonly note: string;
}

/** Why a witness could not be reached. */
export interface WitnessRefusal {
  readonly code: "unreachable" | "refused";
  /** What went wrong, for the log: a code or a status, and no content. */
  readonly reason: string;
}

/** Keeps signed heads where a writer of the store cannot change them. */
export interface AuditWitness {
  /** Adds a head; one that it has already changes nothing. */
  send(head: WitnessedHead): Promise<Result<null, WitnessRefusal>>;
  /** The notes that it gives back: all of a folder, the newest of a server. */
  read(): Promise<Result<readonly string[], WitnessRefusal>>;
}
