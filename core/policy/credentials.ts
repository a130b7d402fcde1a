import { z } from "zod";
import { group } from "./setting.ts";

/** How institutions' batches are signed off (decisions-3.md part 20). */
export const CredentialRules = group({
  preparerStepUp: z.enum(["off", "required"]).default("off").meta({
    description:
      "Whether whoever prepares or rechecks a batch authenticates too: `off`, only the approval does, and those two are named by the institution's system; `required`, batch creation and recheck carry an assertion of the signatory that they name",
  }),
});
export type CredentialRules = z.infer<typeof CredentialRules>;
