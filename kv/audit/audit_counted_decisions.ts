import { z } from "zod";
import { decisionDays } from "./decision_counts.ts";
import { outboxPrefix, Outgoing } from "./audit_records.ts";
import type { Store } from "../store/store.ts";

/** Decisions that were counted with their audit event, but that no entry records. */
export interface CountedDecisions {
  /** Notes an entry, or an event that waits. */
  note(recorded: { readonly at: string; readonly event: Outgoing["event"] }): void;
  /** How many more decisions were counted than are recorded. */
  missing(): number;
}

/** The counts of a client, from its oldest stored day. */
interface Counted {
  readonly since: string;
  left: number;
}

const services: Readonly<Record<string, string>> = {
  SCREENING_DECISION: "screening",
  VERIFICATION_DECISION: "verification",
};

/**
 * Reads the counts of decisions, which are written in the commits of their audit events under other
 * keys. They remain if a log was emptied or cut, or if an event was removed before it reached the
 * chain. Old counters are removed, so that the counts may be lower than the entries, but never
 * higher.
 */
export async function readCountedDecisions(store: Store): Promise<CountedDecisions> {
  const counted = new Map<string, Counted>();
  for await (const { key, count } of store.counts({ prefix: decisionDays.key() })) {
    const [, service, clientId, date] = key;
    const of = JSON.stringify([service, clientId]);
    // In the order of their days.
    const known = counted.get(of);
    if (known === undefined) counted.set(of, { since: String(date), left: count });
    else known.left += count;
  }
  const note: CountedDecisions["note"] = ({ at, event: { kind, clientId } }) => {
    const service = services[kind];
    if (service === undefined) return;
    const of = counted.get(JSON.stringify([service, clientId]));
    if (of !== undefined && at.slice(0, 10) >= of.since) of.left--;
  };
  // Before the chain is walked: what is moved onto it meanwhile is noted twice, and never missed.
  for await (const { value } of store.list(z.unknown(), { prefix: outboxPrefix })) {
    // What is none is found where the outbox is verified.
    const outgoing = Outgoing.safeParse(value);
    if (outgoing.success) note(outgoing.data);
  }
  return {
    note,
    missing: () => counted.values().reduce((sum, { left }) => sum + Math.max(0, left), 0),
  };
}
