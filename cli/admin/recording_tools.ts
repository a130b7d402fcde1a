import type { SealKeys } from "../../kv/audit/audit_sealing.ts";

/** What commands that the audit log records need. */
export interface RecordingTools {
  /** Their `at-rest` keys seal what is recorded. */
  readonly dataKeys: SealKeys;
}
