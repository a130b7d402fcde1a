import type { Clock } from "../../base/clock.ts";
import { ReplayRecord } from "./replay_records.ts";
import { checksMax } from "../store/budget.ts";
import type { Key } from "../store/key.ts";
import { hasPassed } from "../store/lifetime.ts";
import type { Entry, Store } from "../store/store.ts";

/** Maximum reads of a batch of records when requests change one of them. */
const roundsMax = 8;

/** Dependencies of erasing records. */
export interface EraseReplays {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Erases the records of a range, except those of running requests.
 *
 * @returns the number of erased records that were still valid
 */
export async function eraseReplays(erasing: EraseReplays, prefix: Key): Promise<number> {
  let erased = 0;
  let batch: Entry<ReplayRecord>[] = [];
  for await (const entry of erasing.store.list(ReplayRecord, { prefix })) {
    batch.push(entry);
    if (batch.length < checksMax) continue;
    erased += await eraseBatch(erasing, batch);
    batch = [];
  }
  return erased + await eraseBatch(erasing, batch);
}

/**
 * Erases each record by its check: an expired one that was taken over meanwhile belongs to a new
 * request.
 */
async function eraseBatch(
  { store, clock }: EraseReplays,
  batch: readonly Entry<ReplayRecord>[],
): Promise<number> {
  let left = batch;
  for (let round = 0; round < roundsMax; round++) {
    const now = clock.now();
    const alive = (entry: Entry<ReplayRecord>) => !hasPassed(entry.value.expiresAt, now);
    const idle = left.filter((entry) => entry.value.state === "kept" || !alive(entry));
    if (idle.length === 0) return 0;
    const erased = await store.commit(idle.flatMap((entry) => [entry.check, entry.delete]));
    if (erased) return idle.filter(alive).length;
    const again = await store.getMany(ReplayRecord, idle.map((entry) => entry.key));
    left = again.filter((entry) => entry !== null);
  }
  throw new Error(`Idempotency records have changed ${roundsMax} times while they were erased`);
}
