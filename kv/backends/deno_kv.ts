import {
  type Backend,
  BusyError,
  CannotWriteError,
  CommitRefusedError,
  DiskFullError,
  type Page,
  type PageOptions,
  type RawCommit,
  type RawRecord,
  type Versioned,
} from "../store/backend.ts";
import { encodeCounter } from "../store/counter.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Key, KeyRange } from "../store/key.ts";
import type { StoreLocation } from "./location.ts";

/** The locations of the runtime's own Deno KV. `openKvConnect()` opens a KV Connect server. */
export type DenoKvLocation = Extract<
  StoreLocation,
  { readonly kind: "file" | "memory" | "platform" }
>;

/**
 * Opens Deno KV as a backend. Only this file uses Deno KV; all other code uses a {@link Backend}.
 *
 * @throws BusyError while another process is just creating the file
 */
export async function openDenoKv(location: DenoKvLocation): Promise<Backend> {
  const kv = await throwBusy(() => Deno.openKv(pathOf(location)));
  return {
    read: (keys) => throwBusy(() => kv.getMany<unknown[]>([...keys]).then(allVersioned)),
    page: (range, options) => throwBusy(() => readPage(kv, range, options)),
    commit: (commit) => throwBusy(() => commitAtOnce(kv, commit)),
    ...(location.kind === "platform"
      ? {
        readEventually: (keys: readonly Key[]) =>
          throwBusy(() =>
            kv.getMany<unknown[]>([...keys], { consistency: "eventual" }).then(allVersioned)
          ),
      }
      : {}),
    ...(location.kind === "file" ? { snapshot: () => snapshotOf(location.path) } : {}),
    close: () => kv.close(),
  };
}

/** Deno KV's name for a location; undefined is the platform's store. */
function pathOf(location: DenoKvLocation): string | undefined {
  switch (location.kind) {
    case "file":
      return location.path;
    case "memory":
      return ":memory:";
    case "platform":
      return undefined;
    default:
      return location satisfies never;
  }
}

/** Imports SQLite only here, since not every platform of Deno KV has it. */
async function* snapshotOf(path: string): AsyncIterable<RawRecord> {
  const { snapshotOfFile } = await import("./sqlite_snapshot.ts");
  yield* snapshotOfFile(path);
}

async function readPage(
  kv: Deno.Kv,
  range: KeyRange,
  { limit, reverse, cursor }: PageOptions,
): Promise<Page> {
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
}

async function commitAtOnce(
  kv: Deno.Kv,
  { checks, puts, removes, adds }: RawCommit,
): Promise<string | null> {
  const atomic = kv.atomic();
  for (const { key, versionstamp } of checks) atomic.check({ key, versionstamp });
  // First: an addition to a value is refused, and what stands before it is written all the same.
  for (const { key, amount } of adds) atomic.sum(key, amount);
  for (const key of removes) atomic.delete(key);
  for (const { key, bytes, expireIn } of puts) {
    atomic.set(key, bytes, expireIn === null ? {} : { expireIn });
  }
  const committed = await atomic.commit().catch(throwKnown);
  return committed.ok ? committed.versionstamp : null;
}

/** SQLite's message of SQLITE_FULL: the transaction is rolled back. */
const diskFull = /^database or disk is full/i;
/** SQLITE_IOERR and SQLITE_READONLY. */
const cannotWrite = /^(?:disk I\/O error|attempt to write a readonly)/i;

/**
 * The runtime's messages for requests over its limits, which it refuses before it opens the
 * database.
 */
const overLimit = /^(?:too many (?:checks|mutations)|(?:key|value|total \w+ size) too large)/i;

function throwKnown(cause: unknown): never {
  if (!(cause instanceof Error)) throw cause;
  if (diskFull.test(cause.message)) {
    throw new DiskFullError(`The store cannot be written: ${cause.message}`);
  }
  if (cannotWrite.test(cause.message)) {
    throw new CannotWriteError(`The store cannot be written: ${cause.message}`);
  }
  if (!overLimit.test(cause.message)) throw cause;
  throw new CommitRefusedError(`The store refused a commit: ${cause.message}`, { cause });
}

/** Throws BusyError when another process has locked the file, in which case nothing was written. */
async function throwBusy<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof Error && /database (table )?is locked/i.test(cause.message))) {
      throw cause;
    }
    throw new BusyError("The store is locked by another process", { cause });
  }
}

/** Entries that Deno KV reads from the database at a time; its own maximum is 1,000. */
const batchEntries = 500;

function allVersioned(entries: readonly Deno.KvEntryMaybe<unknown>[]) {
  return entries.map(versioned);
}

function versioned(entry: Deno.KvEntryMaybe<unknown>): Versioned | null {
  if (entry.versionstamp === null) return null;
  const key = entry.key as unknown as Key;
  if (entry.value instanceof Deno.KvU64) {
    return { key, bytes: encodeCounter(entry.value.value), versionstamp: entry.versionstamp };
  }
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
