import type { ExportedCheckpoint, ExportedEntry } from "../audit/export.ts";

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
