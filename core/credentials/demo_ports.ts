import type { CredentialBatch, StudentRow } from "./batch_schema.ts";
import type { AcademicIssuer } from "./issuer_schema.ts";
import type { FoundItem } from "./batch_ports.ts";
import type { CredentialTemplate } from "./template_schema.ts";

/** The ports of a sandbox's demo offers; null in live, which has none. */
export interface DemoCredentials {
  /** The invented institution that every sandbox has. */
  readonly institution: AcademicIssuer;
  /** The credential issuer identifier. */
  readonly issuer: string;
  /** Days for which an offer is valid. */
  readonly offerDays: number;
  /** Stores a template unless it exists; of concurrent calls one does. */
  ensureTemplate(template: CredentialTemplate): Promise<void>;
  /** Accepts an approved batch of one row, in a commit of its own. @returns its item */
  accept(batch: CredentialBatch, row: StudentRow): Promise<FoundItem>;
}

/** The ports of demo offers. */
export interface DemoPorts {
  readonly demoCredentials: DemoCredentials | null;
}
