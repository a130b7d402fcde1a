import type { Backend, Page, RawRecord, Versioned } from "../store/backend.ts";
import { isCounter } from "../store/counter.ts";
import type { Key } from "../store/key.ts";
import { type RetryDependencies, retryWhileBusy } from "../store/retry.ts";
import { openRawLifetimes } from "./raw_lifetime.ts";

/** Entries that are read at a time. */
const pageEntries = 500;
/** The range of all records, of every kind. */
const everything = { prefix: [] as unknown as Key };

/**
 * Yields all records of a backend, in the order of keys: as of one moment if the backend supports
 * it (`Backend.snapshot`), else page by page, which is consistent only while the store is not
 * written.
 */
export async function* allRecords(
  backend: Backend,
  retry: RetryDependencies,
): AsyncIterable<RawRecord> {
  if (backend.snapshot !== undefined) yield* backend.snapshot();
  else yield* recordsByPages(backend, retry);
}

/** Yields all keys, including keys of pieces whose value is missing. */
export async function* allKeys(backend: Backend, retry: RetryDependencies): AsyncIterable<Key> {
  if (backend.snapshot === undefined) {
    for await (const { key } of readByPages(backend, retry)) yield key;
  } else {
    for await (const { key } of backend.snapshot()) yield key;
  }
}

/** Whether the store is completely empty. */
export async function isEmpty(backend: Backend, retry: RetryDependencies): Promise<boolean> {
  for await (const _ of allKeys(backend, retry)) return false;
  return true;
}

async function* recordsByPages(
  backend: Backend,
  retry: RetryDependencies,
): AsyncIterable<RawRecord> {
  const lifetimeOf = openRawLifetimes(backend, retry);
  for await (const found of readByPages(backend, retry)) {
    const counter = isCounter(found);
    const expiresAt = counter ? null : await lifetimeOf(found);
    yield { ...found, isCounter: counter, expiresAt };
  }
}

async function* readByPages(
  backend: Backend,
  retry: RetryDependencies,
): AsyncIterable<Versioned> {
  let cursor: string | null = null;
  do {
    const options = { limit: pageEntries, reverse: false, cursor };
    const page: Page = await retryWhileBusy(retry, () => backend.page(everything, options));
    yield* page.entries;
    cursor = page.cursor;
  } while (cursor !== null);
}
