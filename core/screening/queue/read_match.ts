import type { PersonId, TenantCaller } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { type ListEntryResponse, readEntry } from "../../lists_in_force/read_entry.ts";
import type { Compared, DecisionId, DecisionReadBack } from "../decision_schema.ts";
import { findDecision } from "../find_decision.ts";
import type { ScreeningPorts } from "../ports.ts";
import { readBackOf } from "../read_decision.ts";
import type { ReviewState } from "../review_schema.ts";
import { isForAnother, stateOf } from "./state_of.ts";

/** A decision with everything that its reviewer sees. */
export interface Match {
  readonly decision: DecisionReadBack;
  readonly state: ReviewState;
  /** Whether only a person other than this reviewer can end it. */
  readonly isForAnother: boolean;
  readonly decidedAt: string;
  readonly assignee: string | null;
  /**
   * Digests that show a change of the customer's data; null without candidates or without a
   * `subjectRef`.
   */
  readonly compared: Compared | null;
  /** Entries of the candidates as the lists in force have them, in their order; null: not listed now. */
  readonly entries: readonly (ListEntryResponse | null)[];
  /** The scores at which classes begin; null if they have changed since the decision. */
  readonly thresholds: { readonly possibleAt: number; readonly confirmedAt: number } | null;
}

/** Reads a decision for its reviewer. Another client's decision is answered as an unknown one. */
export async function readMatch(
  ports: Pick<
    ScreeningPorts,
    "decisions" | "lists" | "matcher" | "queue" | "reviewRules" | "rules"
  >,
  { caller, id, mode, person }: {
    readonly caller: TenantCaller;
    readonly id: DecisionId;
    readonly mode: Mode;
    readonly person: PersonId;
  },
): Promise<Result<Match, { readonly code: "not_found" }>> {
  const [found, said] = await Promise.all([
    findDecision(ports, caller, id),
    ports.decisions.said(id),
  ]);
  if (found === null) return refuse({ code: "not_found" });
  const state = stateOf(found, said);
  const { candidates, meta } = found.response;
  const { gates: { possibleAt, confirmedAt }, gatesHash } = ports.rules;
  return ok({
    decision: await readBackOf(ports, found, said),
    state,
    isForAnother: isForAnother(found, said, person),
    decidedAt: found.decidedAt,
    assignee: await assigneeOf(ports, caller, { id: found.id, mode, state }),
    compared: found.compared ?? null,
    entries: candidates.map(({ source, listRef }) => {
      const entry = readEntry(ports, { mode, source, listRef });
      return entry.ok ? entry.value : null;
    }),
    thresholds: meta.gatesHash === gatesHash ? { possibleAt, confirmedAt } : null,
  });
}

/** The assignee of a decision, as its row in the queue states it. */
async function assigneeOf(
  { queue }: Pick<ScreeningPorts, "queue">,
  { clientId }: TenantCaller,
  { id, mode, state }: {
    readonly id: DecisionId;
    readonly mode: Mode;
    readonly state: ReviewState;
  },
): Promise<string | null> {
  const rows = queue.list(clientId, {
    ...{ mode, states: [state], order: "oldest", after: id.slice(0, -1) },
    ...{ from: null, to: null, rowsAtOnce: 1 },
  });
  for await (const row of rows) return row.decisionId === id ? row.assignee : null;
  return null;
}
