import type { AuditEvent } from "../../core/audit/event.ts";
import type { DateWindow, TrafficOwner } from "../../core/anomalies/ports.ts";
import { decisionClass } from "../../core/audit/decision_class.ts";
import { defineKey } from "../store/define_key.ts";
import { add, type Operation, type Store } from "../store/store.ts";

/** Counters of decisions, by day. */
export const decisionDays = defineKey({
  name: "decision_day",
  parts: ["service", "clientId", "date", "classification"],
  value: "counter",
  lifetime: "400 days; in a sandbox `sandboxUsageDays`",
  personal: "no",
  protected: null,
});

/**
 * Counts the decision of an audit event, in the event's own commit and on its own day, so that the
 * counts match the audit log after any crash.
 */
export function countDecision(event: AuditEvent, at: Temporal.Instant): readonly Operation[] {
  const date = at.toString().slice(0, 10);
  switch (event.kind) {
    case "SCREENING_DECISION":
      return [add(decisionDays.key("screening", event.clientId, date, event.classification), 1)];
    case "VERIFICATION_DECISION":
      return [add(decisionDays.key("verification", event.clientId, date, decisionClass(event)), 1)];
    default:
      return [];
  }
}

/** Decisions of a client by classification; classifications without decisions are missing. */
export async function decisionsIn(
  store: Store,
  { service, clientId }: TrafficOwner,
  { from, to }: DateWindow,
): Promise<ReadonlyMap<string, number>> {
  const prefix = decisionDays.key(service, clientId);
  const decisions = new Map<string, number>();
  const range = { prefix, start: [...prefix, from], end: [...prefix, to] } as const;
  for await (const { key, count } of store.counts(range)) {
    const classification = String(key.at(-1));
    decisions.set(classification, (decisions.get(classification) ?? 0) + count);
  }
  return decisions;
}
