import { leastRecentlyUsed } from "../../../base/least_recently_used.ts";
import type { Prepared } from "./batch.ts";
import { contendedMilliseconds } from "./limits.ts";

/** Keys whose checks were lost lately: other processes write them as well. */
export interface Contention {
  /** Whether a commit of several is likely to lose a check. */
  isLikely(batch: readonly Prepared[]): boolean;
  /** Notes which of a batch have lost a check. */
  note(batch: readonly Prepared[], outcomes: readonly (string | null)[]): void;
}

/** Keys that are remembered as contended. */
const rememberedMax = 10_000;

/** Remembers nothing yet. */
export function openContention(): Contention {
  /** Until when, on the clock that never turns back. */
  const contended = leastRecentlyUsed<number>(rememberedMax);
  // Keys that it only checks are left out: all requests check the ring of keys, which hardly changes.
  const replacedBy = ({ checks, written }: Prepared) =>
    checks.map(({ key }) => key).filter((key) => written.has(key));
  return {
    isLikely: (batch) =>
      batch.length > 1 &&
      batch.flatMap(replacedBy).some((key) => (contended.get(key) ?? 0) > performance.now()),
    note: (batch, outcomes) => {
      const until = performance.now() + contendedMilliseconds;
      for (const key of batch.filter((_, at) => outcomes[at] === null).flatMap(replacedBy)) {
        contended.set(key, until);
      }
    },
  };
}
