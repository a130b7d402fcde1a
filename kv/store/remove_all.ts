import { commitKeyBytesMax, keyBytes, mutationsMax } from "./budget.ts";
import { chunkKeys } from "./chunks.ts";
import type { Remove, Store } from "./store.ts";

/**
 * Removes any number of values in commits within the budget, including pieces of long values; keeps
 * only one commit in memory. After a crash a later run continues.
 *
 * @returns the number of removed values by kind
 */
export async function removeAll(
  store: Pick<Store, "commit">,
  removals: AsyncIterable<Remove>,
): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>();
  let batch: Remove[] = [];
  let [mutations, bytes] = [0, 0];
  const flush = async () => {
    if (batch.length > 0) await store.commit(batch);
    for (const { key: [kind] } of batch) removed.set(kind, (removed.get(kind) ?? 0) + 1);
    batch = [];
    [mutations, bytes] = [0, 0];
  };
  for await (const removal of removals) {
    const keys = [removal.key, ...chunkKeys(removal.key, removal.chunks)];
    const size = keys.reduce((sum, key) => sum + keyBytes(key), 0);
    if (mutations + keys.length > mutationsMax || bytes + size > commitKeyBytesMax) await flush();
    batch.push(removal);
    mutations += keys.length;
    bytes += size;
  }
  await flush();
  return removed;
}
