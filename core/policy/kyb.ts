import { z } from "zod";
import { breaker } from "./breaker.ts";
import { group, whole } from "./setting.ts";

/** How onboarding answers applicants, and how long a drafting model may take (decisions-2.md part 16). */
export const Kyb = group({
  applicantDetail: z.enum(["full", "minimal"]).default("full").meta({
    description:
      "What an applicant is advised by: full as specified; minimal leaves out what screening found, as a refusal could tip off",
  }),
  drafterSeconds: whole({
    value: 8,
    min: 1,
    max: 60,
    reason: "How long a drafting model may take, a second try included: fixed rules stand in",
  }),
  drafterAnswerBytesMax: whole({
    value: 256 * 1_024,
    min: 1_024,
    max: 4 * 1_024 * 1_024,
    reason: "A longer answer of the model is not read: 50 persons have about 20 KiB",
  }),
  ...breaker({
    noun: "drafting model",
    article: "the",
    probe: "request",
    windowSeconds: 60,
    openSeconds: 60,
  }),
});
export type Kyb = z.infer<typeof Kyb>;
