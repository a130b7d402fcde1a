import { createHash } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Backend, RawRecord } from "../store/backend.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { allRecords } from "./all_records.ts";

/** Notices who writes while a store is read that has no snapshots. */
export interface QuietCheck {
  /** Everything in the store; read it once, to its end. */
  readonly records: AsyncIterable<RawRecord>;
  /** Reads the store again. @returns whether it is as it was read before */
  isUnchanged(): Promise<boolean>;
}

/**
 * What ends sooner after the reading began is not compared: it may be cleaned up between the two
 * readings. A second reading that ends later than this proves nothing.
 */
const readingMillisecondsMax = 2 * 3_600_000;

/**
 * Reads a store for a backup. One with snapshots is read as of one moment, while others write; KV
 * Connect has none, so that it is read twice: equal versions of everything mean that no process has
 * written, and what was read belongs together.
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

/** Passes records on and hashes their keys and versions. */
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
