import { z } from "zod";
import { group } from "./setting.ts";

/** Rules for the approval of institutions' batches (decisions-3.md part 20). */
export const CredentialRules = group({
  preparerStepUp: z.enum(["off", "required"]).default("off").meta({
    description:
      "Who authenticates: the approver alone (`off`), or preparer and rechecker too (`required`)",
  }),
});
export type CredentialRules = z.infer<typeof CredentialRules>;
