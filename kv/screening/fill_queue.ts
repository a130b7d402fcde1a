import type { QueueRow } from "../../core/screening/queue_schema.ts";
import type { Decisions, ReviewQueue, Said } from "../../core/screening/ports.ts";
import { DecisionId, type ScreeningDecision } from "../../core/screening/decision_schema.ts";
import { type AuditEntry, ChainHead, LinkedEntry } from "../../core/audit/entry.ts";
import type { Clock } from "../../base/clock.ts";
import { entryKey, headKey } from "../audit/audit_records.ts";
import { keysReadMax } from "../store/budget.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { timestamp } from "../store/lifetime.ts";
import { put, type Store } from "../store/store.ts";
import { openUnits } from "../store/unit.ts";
import { QueueFilled, queueFilled } from "./review_queue.ts";

/** Dependencies of filling the queue. */
export interface FillQueue {
  readonly store: Store;
  readonly clock: Clock;
  readonly decisions: Decisions;
  readonly queue: ReviewQueue;
  /** The queue row of a decision without one. */
  rowOf(decision: ScreeningDecision, said: Said): QueueRow;
  /** Maximum audit entries that one run reads. */
  readonly entriesMax: number;
  /** Reports an unreadable value. */
  readonly damaged: (fault: DamagedValueError) => void;
  /** Aborted when the service closes: a run then ends after its current step. */
  readonly closing: AbortSignal;
}

/**
 * Hours for which new entries are followed after all old ones were read, since servers of a version
 * without a queue may still decide and review.
 */
const upgradeHours = 24;

/**
 * Adds decisions of versions without a queue to it, with their reviews, in the order of the audit
 * chain. Each run continues after the last one; two servers may do the same step without
 * duplicates. Skips unreadable values.
 *
 * @returns whether the job is done: all decisions are in the queue, and no server of such a version
 *   runs
 */
export async function fillQueue(dependencies: FillQueue): Promise<boolean> {
  const { store, clock, entriesMax, closing } = dependencies;
  const at = queueFilled.key();
  const found = await store.get(QueueFilled, at);
  let { after, until } = found?.value ?? { after: 0, until: null };
  const now = clock.now();
  const isOver = () => until !== null && Temporal.Instant.compare(now, until) >= 0;
  if (isOver()) return true;
  const { seq: head } = (await store.get(ChainHead, headKey))?.value ?? { seq: 0 };
  const last = Math.min(head, after + entriesMax);
  while (after < last) {
    if (closing.aborted) return false;
    const from = after + 1;
    after = Math.min(last, after + keysReadMax);
    await fillBy(dependencies, { from, to: after });
    await store.commit([put(QueueFilled, at, { after, until })]);
  }
  if (last < head) return false;
  if (until === null) {
    // A store that begins with this version has had no other server.
    until = timestamp(head === 0 ? now : now.add({ hours: upgradeHours }));
    await store.commit([put(QueueFilled, at, { after, until })]);
  }
  return isOver();
}

/** Adds the decisions of up to ten audit entries to the queue, each in its own commit. */
async function fillBy(
  dependencies: FillQueue,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { store } = dependencies;
  const entries = await Promise.all(
    Array.from(
      { length: to - from + 1 },
      (_, place) =>
        unlessDamaged(dependencies, () => store.get(LinkedEntry, entryKey(from + place))),
    ),
  );
  for (const found of entries) {
    if (found === null) continue;
    await unlessDamaged(dependencies, () => fillIn(dependencies, found.value.entry));
  }
}

/** Kinds of entries after which a decision belongs in the queue, or changes its state. */
const kinds: readonly string[] = ["SCREENING_DECISION", "SCREENING_REVIEWED", "REVIEW_DISPOSED"];

/** Adds the decision of an audit entry to the queue, unless it is already there. */
async function fillIn(
  { store, decisions, queue, rowOf }: FillQueue,
  { event }: AuditEntry,
): Promise<void> {
  if (!kinds.includes(event.kind)) return;
  const units = openUnits(store);
  const id = DecisionId.safeParse(event["decisionId"]);
  const decision = id.success ? await decisions.findUnscoped(id.data) : null;
  if (decision === null || decision.clientId !== event.clientId) return;
  for (let isDone = false; !isDone;) {
    const turn = await queue.turn(decision.clientId);
    const said = await decisions.said(decision.id);
    const unit = units.begin();
    await turn.change(unit, [{
      decision,
      next: (standing) => {
        const row = rowOf(decision, said);
        if (standing === null) return row;
        const { state, lastReview } = row;
        const isSame = standing.state === state &&
          standing.lastReview?.reviewedAt === lastReview?.reviewedAt;
        return isSame ? null : { ...standing, state, lastReview };
      },
    }]);
    isDone = (await units.commit(unit)).kind === "committed";
  }
}

/** Reports an unreadable value and continues, so that it blocks no other. */
async function unlessDamaged<Value>(
  { damaged }: FillQueue,
  run: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await run();
  } catch (fault) {
    if (!(fault instanceof DamagedValueError)) throw fault;
    damaged(fault);
    return null;
  }
}
