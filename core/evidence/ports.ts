import type { AuditEntry } from "../audit/entry.ts";
import type { Decisions } from "../screening/ports.ts";

/** What evidence is collected from. */
export interface EvidencePorts {
  /** The audit log from its beginning, as far as a checkpoint covers it. */
  readonly entries: AsyncIterable<AuditEntry>;
  readonly decisions: Pick<Decisions, "findUnscoped" | "said">;
}
