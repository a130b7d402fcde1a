import { link } from "../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN, LinkedEntry } from "../core/audit/entry.ts";
import {
  clientPrefix,
  entryKey,
  headKey,
  outboxPrefix,
  Outgoing,
  Position,
} from "./audit_records.ts";
import { jitter, type Waiting } from "./retry.ts";
import { absent, type Entry, type Operation, put, type Store } from "./store.ts";

/** Entries that a commit moves: three mutations each, far from the 1,000 of the budget. */
const batchEntriesMax = 100;
/** Bytes of events that a commit moves: half of the 800 KiB of the budget. */
const batchBytesMax = 400_000;
/** Commits in a row that other sequencers may win before something must be wrong. */
const lossesMax = 200;
/** Longest wait after a lost commit: by then the winner has moved another batch. */
const pauseMillisecondsMax = 20;

/**
 * Moves every recorded event onto the chain, oldest first. Any number of instances may do so at
 * once: a batch is committed on condition that the head is still the one it was linked to, and the
 * head moves with every batch, so that an event is moved once.
 *
 * @returns how many events this call has moved
 */
export async function moveToChain(store: Store, { random, pause }: Waiting): Promise<number> {
  let moved = 0;
  for (let losses = 0; losses < lossesMax;) {
    const batch = await nextBatch(store);
    if (batch.entries === 0) return moved;
    if (await store.commit(batch.operations)) {
      moved += batch.entries;
      losses = 0;
    } else {
      losses++;
      await pause(jitter(random, pauseMillisecondsMax));
    }
  }
  throw new Error(`The head of the audit chain has moved ${lossesMax} times in a row`);
}

interface Batch {
  readonly entries: number;
  readonly operations: readonly Operation[];
}

async function nextBatch(store: Store): Promise<Batch> {
  // The head first: an event that is listed after it can only be moved by moving this head.
  const found = await store.get(ChainHead, headKey);
  const outgoing = await oldest(store);
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
  return { entries: outgoing.length, operations };
}

async function oldest(store: Store): Promise<readonly Entry<Outgoing>[]> {
  const batch: Entry<Outgoing>[] = [];
  let bytes = 0;
  for await (
    const entry of store.list(Outgoing, { prefix: outboxPrefix }, { limit: batchEntriesMax })
  ) {
    bytes += JSON.stringify(entry.value).length;
    if (batch.length > 0 && bytes > batchBytesMax) break;
    batch.push(entry);
  }
  return batch;
}
