import { locksOf, type Prepared } from "./batch.ts";
import type { Statement } from "./statement.ts";
import { lockPresumedToKeep, lockPresumedToWrite } from "./statements.ts";

/**
 * The rows that a batch takes to stand, and with which version: those of its checks. Null where its
 * checks do not say all that it depends on: whether what it removes stands there.
 */
export function presumedOf(commits: readonly Prepared[]): ReadonlyMap<string, string> | null {
  const presumed = new Map<string, string>();
  for (const { checks } of commits) {
    for (const { key, versionstamp } of checks) {
      if (versionstamp !== null && !presumed.has(key)) presumed.set(key, versionstamp);
    }
  }
  const knows = commits.every(({ removes }) => removes.every((key) => presumed.has(key)));
  return knows ? presumed : null;
}

/**
 * Locks the rows of a batch and proves what is presumed of them. One that is presumed not to stand
 * is not locked: writing there proves it.
 */
export function presumingLocks(
  commits: readonly Prepared[],
  presumed: ReadonlyMap<string, string>,
): readonly Statement[] {
  const { toWrite, toKeep } = locksOf(commits);
  const absent = new Set(
    commits.flatMap(({ checks }) => checks.map(({ key }) => key)).filter((key) =>
      !presumed.has(key)
    ),
  );
  const [written = [], kept = []] = [toWrite, toKeep].map((keys) =>
    keys.filter((key) => !absent.has(key))
  );
  const rows = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const version = presumed.get(key);
      return version === undefined ? [] : [{ key: bytesOf(key), version }];
    });
  return [
    ...(written.length === 0 ? [] : [lockPresumedToWrite(written.map(bytesOf), rows(written))]),
    ...(kept.length === 0 ? [] : [lockPresumedToKeep(kept.map(bytesOf), rows(kept))]),
  ];
}

function bytesOf(key: string): Uint8Array {
  return Uint8Array.fromHex(key);
}
