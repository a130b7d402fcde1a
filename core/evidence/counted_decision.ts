import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import { Classification } from "../screening/candidate_schema.ts";
import { DecisionId } from "../screening/decision_schema.ts";

/** A live decision, from the audit log. */
export const CountedDecision = z.object({
  kind: z.literal("SCREENING_DECISION"),
  mode: z.literal("live"),
  clientId: ClientId,
  decisionId: DecisionId,
  classification: Classification,
  engineVersion: z.string(),
  gatesHash: z.string(),
  ensembleWeightsHash: z.string(),
}).readonly();
export type CountedDecision = z.infer<typeof CountedDecision>;
