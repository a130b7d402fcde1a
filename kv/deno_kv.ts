import type { Backend, Versioned } from "./backend.ts";
import { DamagedValueError } from "./damaged_value.ts";
import type { Key, KeyRange } from "./store.ts";

/**
 * Deno KV as a backend: the only file that names it.
 *
 * @param location a file, `:memory:`, the URL of a KV Connect server, or undefined: the platform's
 */
export async function openDenoKv(location: string | undefined): Promise<Backend> {
  const kv = await Deno.openKv(location);
  return {
    read: async (keys) => (await kv.getMany<unknown[]>([...keys])).map(versioned),
    page: async (range, { limit, reverse, cursor }) => {
      const found = kv.list<unknown>(selector(range), {
        limit,
        reverse,
        batchSize: Math.min(limit, batchEntries),
        ...(cursor === null ? {} : { cursor }),
      });
      const entries: Versioned[] = [];
      for await (const entry of found) {
        const read = versioned(entry);
        if (read !== null) entries.push(read);
      }
      return { entries, cursor: entries.length < limit ? null : found.cursor };
    },
    commit: async ({ checks, puts, removes }) => {
      const atomic = kv.atomic();
      for (const { key, versionstamp } of checks) atomic.check({ key, versionstamp });
      for (const key of removes) atomic.delete(key);
      for (const { key, bytes, expireIn } of puts) {
        atomic.set(key, bytes, expireIn === null ? {} : { expireIn });
      }
      return (await atomic.commit()).ok;
    },
    close: () => kv.close(),
  };
}

/** Entries that Deno KV reads from the database at a time: its own limit is 1,000. */
const batchEntries = 500;

function versioned(entry: Deno.KvEntryMaybe<unknown>): Versioned | null {
  if (entry.versionstamp === null) return null;
  const key = entry.key as unknown as Key;
  if (!(entry.value instanceof Uint8Array)) {
    throw new DamagedValueError(key, "it was not written by this service");
  }
  return { key, bytes: new Uint8Array(entry.value), versionstamp: entry.versionstamp };
}

function selector({ prefix, start, end }: KeyRange): Deno.KvListSelector {
  if (start !== undefined && end !== undefined) return { start, end };
  if (start !== undefined) return { prefix, start };
  return end === undefined ? { prefix } : { prefix, end };
}
