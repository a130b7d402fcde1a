import type { ClientId } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { QueueRow } from "../../core/screening/queue_schema.ts";
import type { ReviewState } from "../../core/screening/review_schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { encrypted } from "../store/encrypted.ts";
import type { Store } from "../store/store.ts";
import { queueCounts, queuedDecisions, queueOwner } from "./review_queue.ts";

/** Input for reading the queues of all clients. */
export interface QueueOverdue {
  readonly store: Store;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  readonly mode: Mode;
  readonly now: Temporal.Instant;
  /** Hours in which clients must review, if their records state them. */
  readonly dueHours: ReadonlyMap<ClientId, number>;
  /** The hours of all other clients. */
  readonly usualDueHours: number;
  /** Reports an unreadable row; its state is then skipped. */
  readonly damaged: (fault: DamagedValueError) => void;
  /** Aborted when the service closes: the rest is not read. */
  readonly closing: AbortSignal;
}

/** States after a person's judgement, and states that wait for one. */
const reviewed = ["CLOSED", "PROPOSED", "ESCALATED"] as const;
const waiting = ["OPEN", "PROPOSED", "ESCALATED"] as const;
/** Number of days in which a client must have made a review to count as working on its queue. */
const reviewedDays = 30;

/**
 * Seconds by which the longest waiting decision exceeds its due time, over all clients with a
 * review in the last 30 days; 0 if none does. Reads the first row of each state of each client.
 */
export async function secondsOverdue(
  { store, atRest, mode, now, dueHours, usualDueHours, damaged, closing }: QueueOverdue,
): Promise<number> {
  const SealedRow = encrypted(QueueRow, atRest);
  const endOf = async (
    owner: string,
    state: ReviewState,
    options: { readonly reverse?: true } = {},
  ): Promise<QueueRow | null> => {
    try {
      const prefix = queuedDecisions.key(owner, mode, state);
      for await (const { value } of store.list(SealedRow, { prefix }, { ...options, limit: 1 })) {
        return value;
      }
    } catch (fault) {
      if (!(fault instanceof DamagedValueError)) throw fault;
      damaged(fault);
    }
    return null;
  };
  const since = now.subtract({ hours: 24 * reviewedDays }).epochMilliseconds;
  const hasReviewed = (row: QueueRow | null) =>
    row !== null && row.lastReview !== null && Date.parse(row.lastReview.reviewedAt) >= since;
  const hoursOf = new Map([...dueHours].map(([client, hours]) => [queueOwner(client), hours]));
  let longest = 0;
  for (const owner of await ownersOf(store)) {
    if (closing.aborted) break;
    const [newest, oldest] = await Promise.all([
      Promise.all(reviewed.map((state) => endOf(owner, state, { reverse: true }))),
      Promise.all(waiting.map((state) => endOf(owner, state))),
    ]);
    if (!newest.some(hasReviewed)) continue;
    for (const row of oldest) {
      if (row === null) continue;
      const hours = hoursOf.get(owner) ?? usualDueHours;
      const dueAt = Date.parse(row.decidedAt) + hours * 3_600_000;
      longest = Math.max(longest, (now.epochMilliseconds - dueAt) / 1_000);
    }
  }
  return longest;
}

/** Hashes of the clients that have had decisions to review. */
async function ownersOf(store: Store): Promise<ReadonlySet<string>> {
  const prefix = queueCounts.key();
  const owners = new Set<string>();
  for await (const { key } of store.counts({ prefix })) owners.add(String(key[prefix.length]));
  return owners;
}
