import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { BatchId } from "../../core/credentials/batch_schema.ts";
import { itemKey } from "./credential_batch_items.ts";
import { defineKey } from "../store/define_key.ts";
import { timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { type Entry, put, type Store } from "../store/store.ts";

/** Batches whose rows are written and which are not accepted yet. */
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

/** Hours after which no request that wrote rows can still be under way. */
const stagedHours = 1;
/** Batches whose rows one run removes. */
const batchesMax = 10;

/** Notes that rows of a batch are about to be written. @returns the note, which the batch's commit takes */
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
 * Removes the rows that a crash has left without their batch, an hour after they were written; names of
 * their offers, which lead to nothing, stay until they expire. The note is written anew first, so that a
 * batch which is accepted after all loses its commit, and removed last, so that what a crash has left
 * the next run removes.
 *
 * @returns of how many batches
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
