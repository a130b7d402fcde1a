import type { z } from "zod";
import type { QueueRow } from "../../core/screening/queue_schema.ts";
import type { Decisions, ReviewQueue, Said } from "../../core/screening/ports.ts";
import { DecisionId, type ScreeningDecision } from "../../core/screening/decision_schema.ts";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { clientPrefix, entryKey, Position } from "../audit/audit_records.ts";
import { keysReadMax } from "../store/budget.ts";
import { type Key } from "../store/key.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { type Entry, put, type Store } from "../store/store.ts";
import { openUnits } from "../store/unit.ts";
import { QueueFilled, queueFilled } from "./review_queue.ts";

/** Where an audit entry of a client stands. */
type Place = z.infer<typeof Position>;

/** What filling the queue needs. */
export interface FillQueue {
  readonly store: Store;
  readonly decisions: Decisions;
  readonly queue: ReviewQueue;
  /** The row of a decision that has none. */
  rowOf(decision: ScreeningDecision, said: Said): QueueRow;
  /** Audit entries that one run reads. */
  readonly entriesMax: number;
  /** Reports a value that cannot be read. */
  readonly damaged: (fault: DamagedValueError) => void;
  /** Aborted when the service closes: a run then ends after the step that it is in. */
  readonly closing: AbortSignal;
}

/**
 * Puts decisions from before there was a queue into it, as the audit entries of the clients name
 * them. Each run goes on where the last one stopped; two servers may do the same step, which adds
 * nothing twice. What cannot be read is passed over.
 *
 * @returns whether all are in it
 */
export async function fillQueue(dependencies: FillQueue): Promise<boolean> {
  const { store, entriesMax, closing } = dependencies;
  const at = queueFilled.key();
  const found = await store.get(QueueFilled, at);
  if (found?.value.done === true) return true;
  let after = found?.value.after ?? null;
  let read = 0;
  let batch: Entry<Place>[] = [];
  const step = async () => {
    await fillBy(dependencies, batch);
    const last = batch.at(-1);
    if (last !== undefined) after = placeOf(last.key);
    batch = [];
    await store.commit([put(QueueFilled, at, { after, done: false })]);
  };
  for await (const position of store.list(Position, rangeAfter(after))) {
    if (read === entriesMax || closing.aborted) return false;
    read++;
    if (batch.push(position) === keysReadMax) await step();
  }
  if (batch.length > 0) await step();
  await store.commit([put(QueueFilled, at, { after, done: true })]);
  return true;
}

/** The audit entries of all clients, behind one of them. */
function rangeAfter(after: QueueFilled["after"]) {
  const [name] = clientPrefix("");
  const prefix: Key = [name];
  return after === null ? { prefix } : { prefix, start: [name, after[0], after[1] + 1] as Key };
}

function placeOf([, clientId, seq]: Key): [string, number] {
  return [String(clientId), Number(seq)];
}

/** Puts the decisions of up to ten audit entries into the queue, each by a commit of its own. */
async function fillBy(
  dependencies: FillQueue,
  positions: readonly Entry<Place>[],
): Promise<void> {
  const { store } = dependencies;
  const entries = await Promise.all(
    positions.map(({ value: { seq } }) =>
      unlessDamaged(dependencies, () => store.get(LinkedEntry, entryKey(seq)))
    ),
  );
  for (const entry of entries) {
    if (entry !== null) await unlessDamaged(dependencies, () => fillIn(dependencies, entry.value));
  }
}

/** Puts the decision of an audit entry into the queue, where it is one and has no row. */
async function fillIn(
  { store, decisions, queue, rowOf }: FillQueue,
  { entry: { event } }: LinkedEntry,
): Promise<void> {
  if (event.kind !== "SCREENING_DECISION") return;
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
      next: (standing) => standing === null ? rowOf(decision, said) : null,
    }]);
    isDone = (await units.commit(unit)).kind === "committed";
  }
}

/** Reports what cannot be read, and goes on: one damaged value holds up no other. */
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
