import type { TenantCaller } from "../access/schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { DecisionId, ScreeningDecision } from "./decision_schema.ts";

/**
 * Finds a decision, if it is the caller's. Another client's reads as one that does not exist
 * (Screening §4, rule 3); a sandbox caller who names no client acts as the owner of what it names
 * by its unguessable id (decisions.md part 1).
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
