import type { AuditEvent } from "./event.ts";
import type { Unit } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import type { ExportedCheckpoint, ExportedEntry } from "./export.ts";

/** The append-only audit log, as the domain writes to it. */
export interface Audit {
  /** Records an event in the same commit as the change that it describes. */
  record(unit: Unit, event: AuditEvent): void;
  /**
   * Records an event in a commit of its own, for an act that ends after its answer began to leave.
   */
  recordNow(event: AuditEvent): Promise<void>;
}

/** State of the audit log, from several reads close together. */
export interface AuditState {
  /** Entries of the chain. */
  readonly entries: number;
  /** Events without a position on the chain; counted up to a limit. */
  readonly waiting: number;
  /** Recording time of the oldest waiting event; null: none waits. */
  readonly oldestAt: Temporal.Instant | null;
  /** The last checkpoint, with the number of entries that it covers. */
  readonly checkpoint: { readonly entries: number; readonly at: Temporal.Instant } | null;
}

/** Audit entries of a client, with their proofs. */
export interface ClientTrail {
  /** The checkpoint of the proofs; null while nothing is signed. */
  readonly checkpoint: ExportedCheckpoint | null;
  /** In the order of the chain; entries without a position last. Read while it is iterated. */
  readonly entries: AsyncIterable<ExportedEntry>;
}

/** The audit chain, for a client that reads its own entries. */
export interface AuditTrail {
  /** @returns every entry of one client and none of any other */
  ofClient(clientId: string): Promise<ClientTrail>;
}

/** A signed head of the log, for storage outside the store. */
export interface WitnessedHead {
  /** The number of entries that the head covers. */
  readonly size: number;
  /** C2SP tlog-checkpoint. */
  readonly note: string;
}

/** The reason why a witness could not be reached. */
export interface WitnessRefusal {
  readonly code: "unreachable" | "refused";
  /** A code or a status for the log, without content. */
  readonly reason: string;
}

/** Stores signed heads where a writer of the store cannot change them. */
export interface AuditWitness {
  /** Adds a head; a head that is already there changes nothing. */
  send(head: WitnessedHead): Promise<Result<null, WitnessRefusal>>;
  /** Returns the stored notes: all of a folder, or the newest one of a server. */
  read(): Promise<Result<readonly string[], WitnessRefusal>>;
}
