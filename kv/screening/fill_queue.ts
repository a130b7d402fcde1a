import type { z } from "zod";
import type { QueueRow } from "../../core/screening/queue_schema.ts";
import type { Decisions, ReviewQueue } from "../../core/screening/ports.ts";
import {
  DecisionId,
  type KeptDisposition,
  type KeptReview,
  type ScreeningDecision,
} from "../../core/screening/schema.ts";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { clientPrefix, entryKey, Position } from "../audit/audit_records.ts";
import { keysReadMax } from "../store/budget.ts";
import { type Key } from "../store/key.ts";
import { create, type Entry, type Store } from "../store/store.ts";
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
  rowOf(
    decision: ScreeningDecision,
    said: {
      readonly reviews: readonly KeptReview[];
      readonly dispositions: readonly KeptDisposition[];
    },
  ): QueueRow;
  /** Audit entries that one run reads. */
  readonly entriesMax: number;
}

/**
 * Puts decisions from before there was a queue into it, as the audit entries of the clients name
 * them. Each run goes on where the last one stopped; two servers may do the same step, which adds
 * nothing twice.
 */
export async function fillQueue(dependencies: FillQueue): Promise<void> {
  const { store, entriesMax } = dependencies;
  const at = queueFilled.key();
  const found = await store.get(QueueFilled, at);
  if (found?.value.done === true) return;
  let after = found?.value.after ?? null;
  let read = 0;
  let batch: Entry<Place>[] = [];
  const step = async () => {
    await fillBy(dependencies, batch);
    const last = batch.at(-1);
    if (last !== undefined) after = placeOf(last.key);
    batch = [];
  };
  let isMore = false;
  for await (const position of store.list(Position, rangeAfter(after))) {
    if (read === entriesMax) {
      isMore = true;
      break;
    }
    read++;
    if (batch.push(position) === keysReadMax) await step();
  }
  if (batch.length > 0) await step();
  const next = { after, done: !isMore };
  // Who loses does the same step again, or the one after it.
  await store.commit(
    found === null ? create(QueueFilled, at, next) : [found.check, found.set(next)],
  );
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
  { store, decisions, queue, rowOf }: FillQueue,
  positions: readonly Entry<Place>[],
): Promise<void> {
  const units = openUnits(store);
  const entries = await store.getMany(
    LinkedEntry,
    positions.map(({ value }) => entryKey(value.seq)),
  );
  for (const entry of entries) {
    const event = entry?.value.entry.event;
    if (event?.kind !== "SCREENING_DECISION") continue;
    const id = DecisionId.safeParse(event["decisionId"]);
    const decision = id.success ? await decisions.findUnscoped(id.data) : null;
    if (decision === null || decision.clientId !== event.clientId) continue;
    for (let isDone = false; !isDone;) {
      const turn = await queue.turn(decision.clientId);
      const said = {
        reviews: await decisions.reviews(decision.id),
        dispositions: await decisions.dispositions(decision.id),
      };
      const unit = units.begin();
      await turn.change(unit, [{
        decision,
        next: (standing) => standing === null ? rowOf(decision, said) : null,
      }]);
      isDone = (await units.commit(unit)).kind === "committed";
    }
  }
}
