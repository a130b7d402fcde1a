import type { Backend, Page, PageOptions, Versioned } from "./backend.ts";
import { keysReadMax } from "./budget.ts";
import { chunkKeys, findManifest, joinChunks } from "./chunks.ts";
import { decodeCounter } from "./counter.ts";
import { DamagedValueError } from "./damaged_value.ts";
import { type MaybeLater, toEntry } from "./entries.ts";
import type { Key, KeyRange } from "./key.ts";
import { type RetryDependencies, retryWhileBusy } from "./retry.ts";
import { sharedReads } from "./shared_reads.ts";
import type { Entry, ListOptions, ListValuesOptions, Remove, Store, Stored } from "./store.ts";

/** The methods of a store that only read. */
export type StoreReads = Pick<
  Store,
  | "get"
  | "getMany"
  | "getImmutable"
  | "list"
  | "count"
  | "counts"
  | "removals"
  | "removalsIn"
  | "holds"
>;

/** Default number of entries of a range that are read at a time. */
const usualPageEntries = 100;
/** Maximum reads of a long value that commits replace meanwhile. */
const readsMax = 5;

/** Opens the reads of a store on any backend: schemas, encryption, chunks and limited retries. */
export function readStore(backend: Backend, retry: RetryDependencies): StoreReads {
  const { read, readImmutable, walk } = openRawReads(backend, retry);
  const toValue = openEntries(read);
  return {
    get: async (stored, key) => {
      const [found] = await read([key]);
      return await toValue(stored, found ?? null);
    },
    getMany: async (stored, keys) => {
      assertReadable(keys);
      return await Promise.all((await read(keys)).map((found) => toValue(stored, found)));
    },
    getImmutable: async (stored, keys) => {
      assertReadable(keys);
      return await Promise.all((await readImmutable(keys)).map((found) => toValue(stored, found)));
    },
    list: async function* (stored, range, options) {
      for await (const found of walk(range, options)) {
        const next = options?.damaged === undefined
          ? await toValue(stored, found)
          : await readUnlessDamaged(() => toValue(stored, found), found, options.damaged);
        if (next !== null) yield next;
      }
    },
    count: async (key) => {
      const [found] = await read([key]);
      return found === null || found === undefined ? 0 : decodeCounter(found);
    },
    counts: async function* (range, options) {
      for await (const found of walk(range, options)) {
        const { key } = found;
        yield { key, count: decodeCounter(found), delete: { kind: "remove", key, chunks: 0 } };
      }
    },
    removals: async (keys) => {
      assertReadable(keys);
      return (await read(keys)).filter((found) => found !== null).map(removalOf);
    },
    removalsIn: async function* (range, options) {
      for await (const found of walk(range, options)) yield removalOf(found);
    },
    holds: async ({ key, versionstamp }) => {
      const [found] = await read([key]);
      return (found?.versionstamp ?? null) === versionstamp;
    },
  };
}

function assertReadable({ length }: readonly Key[]): void {
  if (length <= keysReadMax) return;
  throw new Error(`${length} keys read at once: the budget is ${keysReadMax}`);
}

/** Reads a value; null for an unreadable one. */
async function readUnlessDamaged<T>(
  read: () => MaybeLater<T | null>,
  { key }: Versioned,
  damaged: NonNullable<ListValuesOptions["damaged"]>,
): Promise<T | null> {
  try {
    return await read();
  } catch (fault) {
    if (!(fault instanceof DamagedValueError)) throw fault;
    damaged(fault, key);
    return null;
  }
}

function removalOf(found: Versioned): Remove {
  return { kind: "remove", key: found.key, chunks: findManifest(found)?.chunks ?? 0 };
}

type Read = (keys: readonly Key[]) => Promise<readonly (Versioned | null)[]>;

/** Reads in bytes. */
interface RawReads {
  /** Reads at most ten keys as of one moment. */
  readonly read: Read;
  /** Reads from a replica if it has the keys. */
  readonly readImmutable: Read;
  walk(range: KeyRange, options?: ListOptions): AsyncIterable<Versioned>;
}

function openRawReads(backend: Backend, retry: RetryDependencies): RawReads {
  const shared = sharedReads((keys) => backend.read(keys));

  async function* walk(
    range: KeyRange,
    { limit = Infinity, reverse = false, pageEntries = usualPageEntries }: ListOptions = {},
  ): AsyncIterable<Versioned> {
    let cursor: string | null = null;
    let left = limit;
    do {
      const options: PageOptions = { limit: Math.min(left, pageEntries), reverse, cursor };
      const page: Page = await retryWhileBusy(retry, () => backend.page(range, options));
      yield* page.entries;
      left -= page.entries.length;
      cursor = page.cursor;
    } while (cursor !== null && left > 0);
  }

  const read: Read = (keys) => retryWhileBusy(retry, () => shared(keys));

  async function readImmutable(keys: readonly Key[]): ReturnType<Read> {
    if (backend.readEventually === undefined) return await read(keys);
    // A replica that fails has nothing: the store itself is asked.
    const near = await backend.readEventually(keys).catch(() => keys.map(() => null));
    const missing = keys.filter((_, place) => near[place] === null);
    if (missing.length === 0) return near;
    const strong = await read(missing);
    let taken = 0;
    return near.map((found) => found ?? strong[taken++] ?? null);
  }

  return { read, readImmutable, walk };
}

/** Opens the decoding of reads; reads the pieces of a long value. */
function openEntries(read: Read) {
  async function readMany(keys: readonly Key[]): Promise<readonly (Versioned | null)[]> {
    const batches: (readonly Key[])[] = [];
    for (let at = 0; at < keys.length; at += keysReadMax) {
      batches.push(keys.slice(at, at + keysReadMax));
    }
    return (await Promise.all(batches.map(read))).flat();
  }

  async function longEntry<T>(stored: Stored<T>, first: Versioned): Promise<Entry<T> | null> {
    let found: Versioned | null = first;
    for (let reads = 1; found !== null; reads++) {
      const { key, versionstamp }: Versioned = found;
      const manifest = findManifest(found);
      if (manifest === null) return toEntry(stored, { found, bytes: found.bytes, chunks: 0 });
      const pieces = await readMany(chunkKeys(key, manifest.chunks));
      const bytes = await joinChunks(manifest, pieces.map((piece) => piece?.bytes ?? null));
      if (bytes !== null) return toEntry(stored, { found, bytes, chunks: manifest.chunks });
      const again: Versioned | null = (await read([key]))[0] ?? null;
      if (again?.versionstamp === versionstamp || reads === readsMax) {
        throw new DamagedValueError(key, "a chunk of it is missing or changed");
      }
      found = again;
    }
    return null;
  }

  /** Synchronous for a short plain value, the most common case. */
  return <T>(stored: Stored<T>, found: Versioned | null): MaybeLater<Entry<T> | null> => {
    if (found === null) return null;
    return findManifest(found) === null
      ? toEntry(stored, { found, bytes: found.bytes, chunks: 0 })
      : longEntry(stored, found);
  };
}
