import { createHash } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Backend, RawRecord } from "../store/backend.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { allRecords } from "./all_records.ts";

/** Detects writes while a store without snapshots is read. */
export interface QuietCheck {
  /** Everything in the store; read it once, to its end. */
  readonly records: AsyncIterable<RawRecord>;
  /** Reads the store again. @returns whether it is unchanged */
  isUnchanged(): Promise<boolean>;
}

/**
 * Values that expire within this time after the start are not compared, since they may be removed
 * between the two reads. A second read that takes longer proves nothing.
 */
const readingMillisecondsMax = 2 * 3_600_000;

/**
 * Opens the read of a store for a backup. A store with snapshots is read as of one moment, while
 * others write. KV Connect has none, so that it is read twice: equal versions of all values prove
 * that no process wrote, and that the read is consistent.
 */
export function openQuietCheck(
  backend: Backend,
  { clock, ...retry }: RetryDependencies & { readonly clock: Clock },
): QuietCheck {
  if (backend.snapshot !== undefined) {
    return { records: backend.snapshot(), isUnchanged: () => Promise.resolve(true) };
  }
  const until = clock.now().epochMilliseconds + readingMillisecondsMax;
  const first = createHash("sha256");
  let before: string | null = null;
  return {
    records: hashed(allRecords(backend, retry), first, until),
    isUnchanged: async () => {
      before ??= first.digest("hex");
      const second = createHash("sha256");
      for await (const _ of hashed(allRecords(backend, retry), second, until)) continue;
      return clock.now().epochMilliseconds < until && second.digest("hex") === before;
    },
  };
}

/** Yields records, and hashes their keys and versions. */
async function* hashed(
  records: AsyncIterable<RawRecord>,
  hash: { update(text: string): unknown },
  until: number,
): AsyncIterable<RawRecord> {
  for await (const record of records) {
    const { key, versionstamp, expiresAt } = record;
    if (expiresAt === null || expiresAt > until) {
      hash.update(`${JSON.stringify([key, versionstamp])}\n`);
    }
    yield record;
  }
}
