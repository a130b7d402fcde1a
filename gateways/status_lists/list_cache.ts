import type { Clock } from "../../base/clock.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { isWithin, type Span } from "../../base/span.ts";
import type { StatusListRules } from "../../core/policy/status_lists.ts";

/** Fetched lists by their URLs. */
export interface ListCache<List> {
  /**
   * Finds the cached result for a list: the list, or null when the list itself is invalid.
   *
   * @returns undefined when the list must be fetched
   */
  find(uri: string): List | null | undefined;
  /** Caches a list for a number of seconds, up to the policy's maximum. */
  keep(uri: string, list: List, seconds: number): void;
  /** Caches for a while that a fetched list is invalid. */
  keepRefusal(uri: string): void;
}

/** Opens a cache of bounded size with expiry by the clock. */
export function openListCache<List>(
  { rules, clock }: { readonly rules: StatusListRules; readonly clock: Clock },
): ListCache<List> {
  const lists = leastRecentlyUsed<Span & { readonly list: List }>(rules.cacheEntriesMax);
  const refused = leastRecentlyUsed<Span>(rules.cacheEntriesMax);

  function keptFor(seconds: number): Span {
    const from = clock.now();
    return { from, until: from.add({ milliseconds: Math.floor(seconds * 1000) }) };
  }

  return {
    find: (uri) => {
      const known = lists.get(uri);
      if (known !== undefined && isWithin(clock.now(), known)) return known.list;
      const refusal = refused.get(uri);
      return refusal !== undefined && isWithin(clock.now(), refusal) ? null : undefined;
    },
    keep: (uri, list, seconds) => {
      const bounded = Math.max(0, Math.min(rules.cacheSecondsMax, seconds));
      lists.set(uri, { list, ...keptFor(bounded) });
    },
    keepRefusal: (uri) => refused.set(uri, keptFor(rules.refusedSeconds)),
  };
}
