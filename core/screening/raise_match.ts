import type { Unit } from "../../base/unit.ts";
import type { ScreeningDecision } from "./decision_schema.ts";
import type { ScreeningPorts } from "./ports.ts";
import type { QueueRow } from "./queue_schema.ts";

/** Raises the event of a match, unless the client has cleared its customer of every candidate. */
export function raiseMatch(
  { events }: Pick<ScreeningPorts, "events">,
  unit: Unit,
  { decision, row }: { readonly decision: ScreeningDecision; readonly row: QueueRow },
): void {
  const { classification, decisionId, subjectRef, origin, batchId } = row;
  if (classification === "CLEAR" || row.isCleared === true) return;
  events.raise(unit, {
    clientId: decision.clientId,
    mode: decision.response.meta.mode,
    type: "screening.match",
    data: {
      ...{ decisionId, subjectRef, classification, origin },
      ...(batchId === undefined ? {} : { batchId }),
    },
  });
}
