import type { ClientId } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { QueueRow } from "../../core/screening/queue_schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { encrypted } from "../store/encrypted.ts";
import type { KeyRange } from "../store/key.ts";
import type { Entry, Store } from "../store/store.ts";
import { queuedDecisions, queueOwner } from "./review_queue.ts";

/** What is asked of the queues of all clients. */
export interface QueueOverdue {
  readonly store: Store;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  readonly mode: Mode;
  readonly now: Temporal.Instant;
  /** Hours in which clients review, where their records say so. */
  readonly dueHours: ReadonlyMap<ClientId, number>;
  /** The hours of every other client. */
  readonly usualDueHours: number;
}

/**
 * How many seconds the decision of any client that waits longest is past its due time; 0: none is. It
 * reads the oldest row of each state of each client.
 */
export async function secondsOverdue(
  { store, atRest, mode, now, dueHours, usualDueHours }: QueueOverdue,
): Promise<number> {
  const SealedRow = encrypted(QueueRow, atRest);
  const first = async (range: KeyRange): Promise<Entry<QueueRow> | null> => {
    for await (const entry of store.list(SealedRow, range, { limit: 1 })) return entry;
    return null;
  };
  const hoursOf = new Map([...dueHours].map(([client, hours]) => [queueOwner(client), hours]));
  const prefix = queuedDecisions.key();
  let longest = 0;
  let next = await first({ prefix });
  while (next !== null) {
    const owner = String(next.key[prefix.length]);
    const hours = hoursOf.get(owner) ?? usualDueHours;
    for (const state of ["OPEN", "PROPOSED", "ESCALATED"]) {
      const oldest = await first({ prefix: queuedDecisions.key(owner, mode, state) });
      if (oldest === null) continue;
      const dueAt = Date.parse(oldest.value.decidedAt) + hours * 3_600_000;
      longest = Math.max(longest, (now.epochMilliseconds - dueAt) / 1_000);
    }
    // Behind all rows of this client.
    next = await first({ prefix, start: queuedDecisions.key(`${owner} `) });
  }
  return longest;
}
