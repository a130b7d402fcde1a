import { z } from "zod";
import { group, whole } from "./setting.ts";

/** How a verification session ends, and what the wallet is told (decisions.md part 9). */
export const VerificationRules = group({
  failedPresentationsMax: whole({
    value: 5,
    min: 1,
    max: 100,
    reason: "The presentation that does not verify and ends its session: no oracle, some patience",
  }),
  callbackDetail: z.enum(["full", "minimal"]).default("full").meta({
    description:
      "What the callback's reply holds: full as specified; minimal leaves the AML members null, as the wallet's holder reads it",
  }),
});
/** See {@link VerificationRules}. */
export type VerificationRules = z.infer<typeof VerificationRules>;
