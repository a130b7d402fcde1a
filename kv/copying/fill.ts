import type { Backend, RawAdd, RawCommit, RawPut, RawRecord } from "../store/backend.ts";
import { commitBytesMax, commitKeyBytesMax, measureCommit, mutationsMax } from "../store/budget.ts";
import { readCounter } from "../store/counter.ts";
import type { Key } from "../store/key.ts";
import { allKeys } from "./all_records.ts";
import { commitMarked, type Filling, incompleteKey } from "./incomplete.ts";

/** The used part of a commit's budget; the check of the mark needs a little of it. */
const share = 0.9;

/** The writes of a commit. */
interface Batch {
  readonly puts: RawPut[];
  readonly adds: RawAdd[];
  readonly removes: Key[];
  mutations: number;
  keyBytes: number;
  bytes: number;
}

/**
 * Writes records into an empty store, in as few commits as the budget permits, while the next ones
 * are read. Skips expired records.
 *
 * @returns the number of written records
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
      if (isCounter) await writer.write({ adds: [{ key, amount: readCounter(bytes) }] });
      else {
        const expireIn = expiresAt === null ? null : expiresAt - now;
        await writer.write({ puts: [{ key, bytes, expireIn }] });
      }
      written++;
    }
    await writer.end();
    return written;
  } finally {
    await writer.settled();
  }
}

/** Removes everything except the mark from a partly filled store. */
export async function removeAll(backend: Backend, filling: Filling): Promise<void> {
  const writer = batches(backend, filling);
  for await (const key of allKeys(backend, filling)) {
    if (key.length === incompleteKey.length && key[0] === incompleteKey[0]) continue;
    await writer.write({ removes: [key] });
  }
  await writer.end();
}

/** Collects writes into commits; one commit runs while the next is collected. */
function batches(backend: Backend, filling: Filling) {
  let batch = emptyBatch();
  let underWay: Promise<unknown> = Promise.resolve();

  async function send(): Promise<void> {
    await underWay;
    const { puts, adds, removes, mutations } = batch;
    if (mutations === 0) return;
    underWay = commitMarked(backend, { puts, adds, removes }, filling);
    // The next to await it gets its failure; until then it is not unhandled.
    underWay.catch(() => {});
    batch = emptyBatch();
  }

  return {
    /** Adds one write, in the next commit if this one is full. */
    write: async (written: Partial<RawCommit>) => {
      const one: RawCommit = { ...noWrites, ...written };
      const { mutations, keyBytes, bytes } = measureCommit(one);
      const full = batch.mutations + mutations > mutationsMax ||
        batch.keyBytes + keyBytes > commitKeyBytesMax * share ||
        batch.bytes + bytes > commitBytesMax * share;
      if (full) await send();
      batch.puts.push(...one.puts);
      batch.adds.push(...one.adds);
      batch.removes.push(...one.removes);
      batch.mutations += mutations;
      batch.keyBytes += keyBytes;
      batch.bytes += bytes;
    },
    /** Waits for the running commit, however it ends. */
    settled: () => underWay.catch(() => {}),
    /** Commits the remaining writes and waits. */
    end: async () => {
      await send();
      await underWay;
    },
  };
}

function emptyBatch(): Batch {
  return { puts: [], adds: [], removes: [], mutations: 0, keyBytes: 0, bytes: 0 };
}

const noWrites: RawCommit = { checks: [], puts: [], removes: [], adds: [] };
