import type { TenantCaller } from "../../access/schema.ts";
import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { findDecision } from "../find_decision.ts";
import type { ScreeningPorts } from "../ports.ts";
import type { DecisionId } from "../decision_schema.ts";
import { queueRow } from "./row.ts";
import type { AssigneeRequest, QueuedDecision } from "../queue_schema.ts";
import { queued } from "./list_decisions.ts";

/** Input of {@link assignDecision}. */
export interface AssignDecision {
  readonly unit: Unit;
  readonly caller: TenantCaller;
  readonly id: DecisionId;
  readonly request: AssigneeRequest;
}

/**
 * Sets or removes the person to whom a decision is assigned. An assignment is a note of the client
 * and no review, so the state is unchanged.
 *
 * @see decisions-3.md part 21
 */
export async function assignDecision(
  ports: Pick<ScreeningPorts, "decisions" | "queue" | "reviewRules">,
  { unit, caller, id, request }: AssignDecision,
): Promise<Result<QueuedDecision, { readonly code: "not_found" }>> {
  const decision = await findDecision(ports, caller, id);
  if (decision === null) return refuse({ code: "not_found" });
  const turn = await ports.queue.turn(decision.clientId, decision);
  const row = queueRow(decision, await ports.decisions.said(id), request.assignee ?? null);
  await turn.change(unit, [{ decision, next: () => row }]);
  return ok(queued(row, await ports.reviewRules.get(decision.clientId, { fresh: false })));
}
