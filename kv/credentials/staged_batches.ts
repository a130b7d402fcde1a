import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { BatchId } from "../../core/credentials/batch_schema.ts";
import { itemKey } from "./credential_batch_items.ts";
import { defineKey } from "../store/define_key.ts";
import { timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { type Entry, put, type Store } from "../store/store.ts";

/** Notes of batches whose rows are written and which are not accepted yet. */
export const stagedBatches = defineKey({
  name: "credential_batch_staged",
  parts: ["stagedAt", "batchId"],
  value: "`{}`: rows are written ahead of their batch",
  lifetime: "until the batch is accepted; after a crash 1 h",
  personal: "no",
  protected: null,
});

const StagedBatch = z.object({}).readonly();
type StagedBatch = z.infer<typeof StagedBatch>;

/** Hours after which no request that wrote rows can still run. */
const stagedHours = 1;
/** Maximum batches whose rows one run removes. */
const batchesMax = 10;

/**
 * Notes that rows of a batch will be written.
 *
 * @returns the note, which the batch's commit removes
 */
export async function noteStaged(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  id: BatchId,
): Promise<Entry<StagedBatch>> {
  const note = put(StagedBatch, stagedBatches.key(timestamp(clock.now()), id), {});
  const noted = await store.write(note, []);
  if (noted === null) throw new Error("A note without checks has lost one");
  return noted;
}

/**
 * Removes rows that a crash left without their batch, an hour after they were written. Names of
 * their offers stay until they expire, and lead nowhere. The note is rewritten first, so that a
 * late commit of the batch fails, and removed last, so that after a crash the next run continues.
 *
 * @returns the number of batches
 */
export async function removeStagedRows(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<number> {
  const prefix = stagedBatches.key();
  const before = timestamp(clock.now().subtract({ hours: stagedHours }));
  const range = { prefix, end: stagedBatches.key(before) };
  const over = await Array.fromAsync(store.list(StagedBatch, range, { limit: batchesMax }));
  let removed = 0;
  for (const note of over) {
    const taken = await store.write(note.set(note.value), [note.check]);
    if (taken === null) continue;
    const id = BatchId.parse(note.key.at(-1));
    await removeAll(store, store.removalsIn({ prefix: itemKey(id) }));
    await store.commit([taken.delete]);
    removed++;
  }
  return removed;
}
