import type { CredentialBatch, StudentRow } from "./batch_schema.ts";
import type { AcademicIssuer } from "./issuer_schema.ts";
import type { FoundItem } from "./batch_ports.ts";
import type { CredentialTemplate } from "./template_schema.ts";

/** What a sandbox's demo offers are made with; null in live, where there are none. */
export interface DemoCredentials {
  /** The invented institution that every sandbox knows. */
  readonly institution: AcademicIssuer;
  /** The credential issuer identifier. */
  readonly issuer: string;
  /** Days that an offer holds. */
  readonly offerDays: number;
  /** Puts a template on file where it is not yet: of many at once one does. */
  ensureTemplate(template: CredentialTemplate): Promise<void>;
  /** Accepts an approved batch of one row, in a commit of its own. @returns its item */
  accept(batch: CredentialBatch, row: StudentRow): Promise<FoundItem>;
}

/** The ports of demo offers. */
export interface DemoPorts {
  readonly demoCredentials: DemoCredentials | null;
}
