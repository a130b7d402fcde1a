import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type {
  Backend,
  Page,
  PageOptions,
  RawAdd,
  RawCommit,
  RawPut,
  Versioned,
} from "./backend.ts";
import { assertWithinBudget, keysReadMax } from "./budget.ts";
import { chunkBytesMax, chunkKeys, findManifest, joinChunks, splitValue } from "./chunks.ts";
import { decodeValue, encodeValue } from "./codec.ts";
import { decodeCounter } from "./counter.ts";
import { DamagedValueError } from "./damaged_value.ts";
import { cleanUpAfterMilliseconds, expiryOf } from "./lifetime.ts";
import { type RetryDependencies, retryWhileBusy } from "./retry.ts";
import { sharedReads } from "./shared_reads.ts";
import type { Key, KeyRange } from "./key.ts";
import {
  type Add,
  create,
  type Entry,
  type ListOptions,
  type Operation,
  type Put,
  type Store,
  type Stored,
} from "./store.ts";

/** What the store needs beside its backend. */
export interface StoreDependencies extends RetryDependencies {
  readonly clock: Clock;
}

/** Entries of a range that are read at a time. */
const pageEntries = 100;
/** How often a long value is read again when a commit replaces it meanwhile. */
const readsMax = 5;

/** Makes a store of any backend: schemas, encryption, chunks, budget and bounded retry. */
export function createStore(backend: Backend, { clock, ...waiting }: StoreDependencies): Store {
  const shared = sharedReads((keys) => backend.read(keys));
  const read = (keys: readonly Key[]) => retryWhileBusy(waiting, () => shared(keys));

  async function readMany(keys: readonly Key[]): Promise<readonly (Versioned | null)[]> {
    const batches: (readonly Key[])[] = [];
    for (let at = 0; at < keys.length; at += keysReadMax) {
      batches.push(keys.slice(at, at + keysReadMax));
    }
    return (await Promise.all(batches.map(read))).flat();
  }

  /** At once for a short value in clear, as most are. */
  function entry<T>(stored: Stored<T>, found: Versioned | null): MaybeLater<Entry<T> | null> {
    if (found === null) return null;
    return findManifest(found) === null
      ? toEntry(stored, { found, bytes: found.bytes, chunks: 0 })
      : longEntry(stored, found);
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

  async function get<T>(stored: Stored<T>, key: Key): Promise<Entry<T> | null> {
    const [found] = await read([key]);
    return await entry(stored, found ?? null);
  }

  async function* walk(
    range: KeyRange,
    { limit = Infinity, reverse = false }: ListOptions = {},
  ): AsyncIterable<Versioned> {
    let cursor: string | null = null;
    let left = limit;
    do {
      const options: PageOptions = { limit: Math.min(left, pageEntries), reverse, cursor };
      const page: Page = await retryWhileBusy(waiting, () => backend.page(range, options));
      yield* page.entries;
      left -= page.entries.length;
      cursor = page.cursor;
    } while (cursor !== null && left > 0);
  }

  async function commitRaw(raw: RawCommit): Promise<string | null> {
    assertWithinBudget(raw);
    return await retryWhileBusy(waiting, () => backend.commit(raw));
  }

  const rawOf = (operations: readonly Operation[]) =>
    toRaw(operations, { now: clock.now(), random: waiting.random });

  async function commit(operations: readonly Operation[]): Promise<boolean> {
    return await commitRaw(await rawOf(operations)) !== null;
  }

  return {
    get,
    getMany: async (stored, keys) => {
      if (keys.length > keysReadMax) {
        throw new Error(`${keys.length} keys read at once: the budget is ${keysReadMax}`);
      }
      return await Promise.all((await read(keys)).map((found) => entry(stored, found)));
    },
    list: async function* (stored, range, options) {
      for await (const found of walk(range, options)) {
        const next = await entry(stored, found);
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
    holds: async ({ key, versionstamp }) => {
      const [found] = await read([key]);
      return (found?.versionstamp ?? null) === versionstamp;
    },
    claimOnce: async (stored, key, value) => {
      const found = await get(stored, key);
      if (found === null) return commit(create(stored, key, value));
      const expiry = expiryOf(found.value);
      if (expiry === null || expiry > clock.now().epochMilliseconds) return false;
      return commit([found.check, found.set(value)]);
    },
    commit,
    write: async (value, others) => {
      const raw = await rawOf([value, ...others]);
      const versionstamp = await commitRaw(raw);
      return versionstamp === null
        ? null
        : entryOf(value, { versionstamp, chunks: raw.puts.length - 1 });
    },
    sweep: async () => {
      await backend.sweep?.();
    },
    close: () => backend.close(),
  };
}

/** What may be there at once: to wait for it costs turns that a short read would notice. */
type MaybeLater<T> = T | Promise<T>;

interface Found {
  readonly found: Versioned;
  readonly bytes: Uint8Array;
  readonly chunks: number;
}

function toEntry<T>(
  stored: Stored<T>,
  { found: { key, versionstamp }, bytes, chunks }: Found,
): MaybeLater<Entry<T>> {
  const made = (value: T) => entryOf({ key, stored, value }, { versionstamp, chunks });
  const value = decodeValue(stored, { key, bytes });
  return value instanceof Promise ? value.then(made) : made(value);
}

function entryOf<T>(
  { key, stored, value }: Pick<Put<T>, "key" | "stored" | "value">,
  { versionstamp, chunks }: { readonly versionstamp: string; readonly chunks: number },
): Entry<T> {
  return {
    key,
    value,
    check: { kind: "check", key, versionstamp },
    delete: { kind: "remove", key, chunks },
    set: (next) => ({ kind: "put", key, stored, value: next, chunks }),
  };
}

async function toRaw(
  operations: readonly Operation[],
  { now, random }: { readonly now: Temporal.Instant; readonly random: Random },
): Promise<RawCommit> {
  const checks: RawCommit["checks"][number][] = [];
  const puts: RawPut[] = [];
  const removes: Key[] = [];
  const adds = new Map<string, RawAdd>();
  for (const operation of operations) {
    const { kind, key } = operation;
    switch (kind) {
      case "check":
        checks.push({ key, versionstamp: operation.versionstamp });
        break;
      case "remove":
        removes.push(key, ...chunkKeys(key, operation.chunks));
        break;
      case "put": {
        const expiry = expiryOf(operation.value);
        const { stored, value } = operation;
        const encoded = encodeValue(stored, { key, value, random });
        const bytes = encoded instanceof Promise ? await encoded : encoded;
        const expireIn = expiry === null
          ? null
          : cleanUpAfterMilliseconds + Math.max(0, expiry - now.epochMilliseconds);
        const whole: RawPut = { key, bytes, expireIn };
        const written = bytes.length <= chunkBytesMax ? [whole] : await splitValue(whole);
        puts.push(...written);
        // Pieces of a longer value that this one does not write over.
        removes.push(...chunkKeys(key, operation.chunks).slice(written.length - 1));
        break;
      }
      case "add": {
        const name = JSON.stringify(key);
        adds.set(name, { key, amount: (adds.get(name)?.amount ?? 0n) + amountOf(operation) });
        break;
      }
      default:
        kind satisfies never;
    }
  }
  return { checks, puts, removes, adds: [...adds.values()] };
}

/** Counters wrap around: what is not a plain addition would not be noticed there. */
function amountOf({ key, amount }: Add): bigint {
  if (Number.isSafeInteger(amount) && amount >= 1) return BigInt(amount);
  throw new Error(`A counter of "${key[0]}" is added to by whole numbers of at least 1`);
}
