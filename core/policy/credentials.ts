import { z } from "zod";
import { group } from "./setting.ts";

/** Rules for the approval of institutions' batches (decisions-3.md part 20). */
export const CredentialRules = group({
  preparerStepUp: z.enum(["off", "required"]).default("off").meta({
    description:
      "Who authenticates: `off`, the approver alone; preparer and rechecker are named by the institution's system. `required`, batch creation and recheck too carry an assertion of the signatory that they name",
  }),
});
export type CredentialRules = z.infer<typeof CredentialRules>;
