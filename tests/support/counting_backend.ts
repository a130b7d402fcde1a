import type { Backend, RawCommit, Versioned } from "../../kv/store/backend.ts";
import { keyBytes } from "../../kv/store/budget.ts";

/** Accesses of a store to its backend. */
export interface StoreCost {
  /** Calls of `read`, and the number of keys in them. */
  readonly reads: number;
  readonly keysRead: number;
  /** Calls of `page`, and the number of entries that they returned. */
  readonly pages: number;
  readonly entriesRead: number;
  readonly bytesRead: number;
  readonly commits: number;
  readonly checks: number;
  readonly puts: number;
  readonly adds: number;
  readonly removes: number;
  readonly bytesWritten: number;
  /** Bytes of every key that is read, checked or written. */
  readonly keyBytes: number;
  /** Bytes of the largest single value that is written. */
  readonly largestValue: number;
  /** Units as Deno KV billed them: 4 KiB of a value read, 1 KiB of a value written. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Kinds of the keys that are put, summed or removed (the first part of each key). */
  readonly written: readonly string[];
}

/** No accesses. */
export const noCost: StoreCost = {
  reads: 0,
  keysRead: 0,
  pages: 0,
  entriesRead: 0,
  bytesRead: 0,
  commits: 0,
  checks: 0,
  puts: 0,
  adds: 0,
  removes: 0,
  bytesWritten: 0,
  keyBytes: 0,
  largestValue: 0,
  readUnits: 0,
  writeUnits: 0,
  written: [],
};

/** Bytes of a counter. */
const counterBytes = 8;

/** A cost while it is counted. */
type Counting = { -readonly [Name in keyof StoreCost]: StoreCost[Name] };

/** Wraps a backend to count its accesses; `take` returns the counts since the last `take`. */
export function countingBackend(): {
  readonly wrapBackend: (backend: Backend) => Backend;
  readonly take: () => StoreCost;
} {
  let cost: Counting = { ...noCost };
  const wrapBackend = (backend: Backend): Backend => ({
    ...backend,
    read: async (keys) => {
      const found = await backend.read(keys);
      cost.reads++;
      cost.keysRead += keys.length;
      for (const key of keys) cost.keyBytes += keyBytes(key);
      for (const one of found) countRead(cost, one);
      return found;
    },
    page: async (range, options) => {
      const page = await backend.page(range, options);
      cost.pages++;
      cost.entriesRead += page.entries.length;
      for (const entry of page.entries) {
        cost.keyBytes += keyBytes(entry.key);
        countRead(cost, entry);
      }
      return page;
    },
    commit: async (commit) => {
      countCommit(cost, commit);
      return await backend.commit(commit);
    },
  });
  return {
    wrapBackend,
    take: () => {
      const taken = cost;
      cost = { ...noCost };
      return taken;
    },
  };
}

function countRead(cost: Counting, found: Versioned | null): void {
  const length = found?.bytes.length ?? 0;
  cost.bytesRead += length;
  cost.readUnits += Math.max(1, Math.ceil(length / 4_096));
}

function countCommit(cost: Counting, { checks, puts, removes, adds }: RawCommit): void {
  cost.commits++;
  cost.checks += checks.length;
  cost.puts += puts.length;
  cost.adds += adds.length;
  cost.removes += removes.length;
  const keys = [...puts.map(({ key }) => key), ...adds.map(({ key }) => key), ...removes];
  cost.written = [...cost.written, ...keys.map(([kind]) => String(kind))];
  for (const { key } of [...checks, ...puts, ...adds]) cost.keyBytes += keyBytes(key);
  for (const key of removes) {
    cost.keyBytes += keyBytes(key);
    cost.writeUnits++;
  }
  for (const { bytes: { length } } of puts) countWrite(cost, length);
  for (const _ of adds) countWrite(cost, counterBytes);
}

function countWrite(cost: Counting, length: number): void {
  cost.bytesWritten += length;
  cost.largestValue = Math.max(cost.largestValue, length);
  cost.writeUnits += Math.max(1, Math.ceil(length / 1_024));
}
