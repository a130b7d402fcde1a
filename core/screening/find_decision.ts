import type { TenantCaller } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { DecisionId, ScreeningDecision } from "./decision_schema.ts";

/**
 * Finds a decision of the caller. Another client's decision is answered as an unknown one
 * (Screening §4, rule 3). A sandbox caller without a client id acts as the owner of a decision
 * whose unguessable id it knows (decisions.md part 1).
 */
export function findDecision(
  { decisions }: Pick<ScreeningPorts, "decisions">,
  caller: TenantCaller,
  id: DecisionId,
): Promise<ScreeningDecision | null> {
  return caller.kind === "sandbox" && !caller.named
    ? decisions.findUnscoped(id)
    : decisions.find(id, caller.clientId);
}
