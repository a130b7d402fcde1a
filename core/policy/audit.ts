import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** How often the audit chain is sealed by a signed checkpoint (decisions.md part 6). */
export const AuditRules = group({
  checkpointMinutes: whole({
    value: 10,
    min: 1,
    max: 1_440,
    reason: "Activity between two signed checkpoints: what an owner of the store could still forge",
  }),
});
export type AuditRules = z.infer<typeof AuditRules>;
