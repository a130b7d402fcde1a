import type { Backend, RawAdd, RawPut, RawRecord } from "../store/backend.ts";
import { commitBytesMax, commitKeyBytesMax, keyBytes, mutationsMax } from "../store/budget.ts";
import { readCounter } from "../store/counter.ts";
import type { Key } from "../store/key.ts";
import { allKeys } from "./all_records.ts";
import { commitMarked, type Filling, incompleteKey } from "./incomplete.ts";

/** Part of the budget of a commit that is used: keys and values are counted a little differently. */
const share = 0.9;

/** What a commit will write. */
interface Batch {
  readonly puts: RawPut[];
  readonly adds: RawAdd[];
  readonly removes: Key[];
  keyBytes: number;
  bytes: number;
}

/**
 * Writes records into an empty store, in as few commits as the budget allows, while the next ones
 * are read. What has expired is left out.
 *
 * @returns how many were written
 */
export async function fill(
  backend: Backend,
  records: AsyncIterable<RawRecord>,
  filling: Filling,
): Promise<number> {
  const writer = batches(backend, filling);
  const now = filling.clock.now().epochMilliseconds;
  let written = 0;
  try {
    for await (const { key, bytes, isCounter, expiresAt } of records) {
      if (expiresAt !== null && expiresAt <= now) continue;
      await writer.room(key, bytes.length);
      const { adds, puts } = writer.batch();
      if (isCounter) adds.push({ key, amount: readCounter(bytes) });
      else puts.push({ key, bytes, expireIn: expiresAt === null ? null : expiresAt - now });
      written++;
    }
    await writer.end();
    return written;
  } finally {
    await writer.settled();
  }
}

/** Removes everything but the mark of a store that was filled in part. */
export async function removeAll(backend: Backend, filling: Filling): Promise<void> {
  const writer = batches(backend, filling);
  for await (const key of allKeys(backend, filling)) {
    if (key.length === incompleteKey.length && key[0] === incompleteKey[0]) continue;
    await writer.room(key, 0);
    writer.batch().removes.push(key);
  }
  await writer.end();
}

/** Gathers writes into commits; one commit is on its way while the next is gathered. */
function batches(backend: Backend, filling: Filling) {
  let batch = emptyBatch();
  let underWay: Promise<unknown> = Promise.resolve();

  async function send(): Promise<void> {
    await underWay;
    const { puts, adds, removes } = batch;
    if (puts.length + adds.length + removes.length === 0) return;
    underWay = commitMarked(backend, { puts, adds, removes }, filling);
    // Whoever awaits it next gets its failure; until then it is not unhandled.
    underWay.catch(() => {});
    batch = emptyBatch();
  }

  return {
    batch: () => batch,
    /** Makes room for one more write. */
    room: async (key: Key, size: number) => {
      const ownBytes = keyBytes(key);
      const { puts, adds, removes } = batch;
      const full = puts.length + adds.length + removes.length >= mutationsMax ||
        batch.keyBytes + ownBytes > commitKeyBytesMax * share ||
        batch.bytes + ownBytes + size > commitBytesMax * share;
      if (full) await send();
      batch.keyBytes += ownBytes;
      batch.bytes += ownBytes + size;
    },
    /** Waits for what is on its way, however it ends. */
    settled: () => underWay.catch(() => {}),
    /** Writes what is left and waits for it. */
    end: async () => {
      await send();
      await underWay;
    },
  };
}

function emptyBatch(): Batch {
  return { puts: [], adds: [], removes: [], keyBytes: 0, bytes: 0 };
}
