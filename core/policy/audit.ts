import type { z } from "zod";
import { group, whole } from "./setting.ts";

/**
 * The intervals of checkpoints over the audit chain, and the tolerated delay without one
 * (decisions.md part 6).
 */
export const AuditRules = group({
  checkpointMinutes: whole({
    value: 10,
    min: 1,
    max: 1_440,
    reason: "Activity between two signed checkpoints: what an owner of the key could still forge",
  }),
  lateMinutes: whole({
    value: 5,
    min: 1,
    max: 1_440,
    reason: "A checkpoint may be so late on a busy machine; after that an `AUDIT_GAP` says so",
  }),
  upgradeHours: whole({
    value: 24,
    min: 0,
    max: 720,
    reason: "Servers of a version that seals no audit entries may write so long beside newer ones",
  }),
  witnessSeconds: whole({
    value: 10,
    min: 1,
    max: 60,
    reason: "Deadline of one exchange with the witness of signed heads",
  }),
});
export type AuditRules = z.infer<typeof AuditRules>;
