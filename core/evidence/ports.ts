import type { AuditEntry } from "../audit/entry.ts";
import type { Decisions } from "../screening/ports.ts";

/** The sources of evidence. */
export interface EvidencePorts {
  /** The audit log from its start, as far as a checkpoint covers it. */
  readonly entries: AsyncIterable<AuditEntry>;
  readonly decisions: Pick<Decisions, "findUnscoped" | "said">;
}
