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
    reason: "Time between two checkpoints, in which an owner of the key could forge entries",
  }),
  lateMinutes: whole({
    value: 5,
    min: 1,
    max: 1_440,
    reason: "Delay of a checkpoint after which it is an `AUDIT_GAP`",
  }),
  upgradeHours: whole({
    value: 24,
    min: 0,
    max: 720,
    reason: "Time for which versions without sealed entries may write beside newer ones",
  }),
  witnessSeconds: whole({
    value: 10,
    min: 1,
    max: 60,
    reason: "Deadline of one exchange with the witness of signed heads",
  }),
});
export type AuditRules = z.infer<typeof AuditRules>;
