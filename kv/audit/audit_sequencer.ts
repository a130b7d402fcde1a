import { link } from "../../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN, LinkedEntry } from "../../core/audit/entry.ts";
import {
  clientPrefix,
  entryKey,
  headKey,
  outboxPrefix,
  Outgoing,
  Position,
} from "./audit_records.ts";
import { jitter } from "../../base/jitter.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { absent, type Entry, type Operation, put, type Store } from "../store/store.ts";

/** Entries that a commit moves: three mutations each, far from the 1,000 of the budget. */
const batchEntriesMax = 100;
/** Bytes of events that a commit moves: half of the 800 KiB of the budget. */
const batchBytesMax = 400_000;
/** Commits in a row that other sequencers may win before something must be wrong. */
const lossesMax = 200;
/** Longest wait after a first lost commit: by then the winner has moved another batch. */
const pauseMilliseconds = 20;
/** Longest wait after many: as long as others win, what is recorded gets moved. */
const pauseMillisecondsMax = 320;

/** What one call has done. */
export interface Moved {
  /** Events that it has moved onto the chain. */
  readonly events: number;
  /** Commits that other sequencers have won meanwhile. */
  readonly losses: number;
}

/**
 * Moves every recorded event onto the chain, oldest first. Any number of instances may do so at
 * once: a batch is committed on condition that the head is still the one it was linked to, and the
 * head moves with every batch, so that an event is moved once.
 *
 * @throws Error when others win so often in a row that something must be wrong
 */
export async function moveToChain(
  store: Store,
  { random, pause }: RetryDependencies,
): Promise<Moved> {
  let [events, losses] = [0, 0];
  for (let inARow = 0; inARow < lossesMax;) {
    const batch = await nextBatch(store);
    if (batch.entries === 0) return { events, losses };
    if (await store.commit(batch.operations)) {
      events += batch.entries;
      inARow = 0;
      // What was recorded since has a nudge of its own.
      if (!batch.isFull) return { events, losses };
    } else {
      losses++;
      const most = Math.min(pauseMilliseconds * 2 ** inARow++, pauseMillisecondsMax);
      await pause(jitter(random, most));
    }
  }
  throw new Error(`The head of the audit chain has moved ${lossesMax} times in a row`);
}

interface Batch {
  readonly entries: number;
  /** Whether more was recorded than it takes. */
  readonly isFull: boolean;
  readonly operations: readonly Operation[];
}

async function nextBatch(store: Store): Promise<Batch> {
  // The head first: an event that is listed after it can only be moved by moving this head.
  const found = await store.get(ChainHead, headKey);
  const { outgoing, isFull } = await oldest(store);
  let head = found?.value ?? EMPTY_CHAIN;
  const operations: Operation[] = [found?.check ?? absent(headKey)];
  for (const { value, delete: leave } of outgoing) {
    const { id, at, event } = value;
    const linked = link(head, { id, at, event });
    const { entry: { seq }, hash } = linked;
    operations.push(leave, put(LinkedEntry, entryKey(seq), linked));
    const { clientId } = event;
    if (clientId !== undefined) {
      operations.push(put(Position, [...clientPrefix(clientId), seq], { seq }));
    }
    head = { seq, hash };
  }
  operations.push(found?.set(head) ?? put(ChainHead, headKey, head));
  return { entries: outgoing.length, isFull, operations };
}

async function oldest(store: Store): Promise<
  { readonly outgoing: readonly Entry<Outgoing>[]; readonly isFull: boolean }
> {
  const outgoing: Entry<Outgoing>[] = [];
  let bytes = 0;
  for await (
    const entry of store.list(Outgoing, { prefix: outboxPrefix }, { limit: batchEntriesMax })
  ) {
    bytes += JSON.stringify(entry.value).length;
    if (outgoing.length > 0 && bytes > batchBytesMax) return { outgoing, isFull: true };
    outgoing.push(entry);
  }
  return { outgoing, isFull: outgoing.length === batchEntriesMax };
}
