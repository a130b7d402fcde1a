import type { Clock } from "../../base/clock.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { isWithin, type Span } from "../../base/span.ts";
import type { StatusListRules } from "../../core/policy/status_lists.ts";

/** Lists that were had, by their addresses. */
export interface ListCache<List> {
  /**
   * Finds what is believed of a list now: the list, or null when it does not hold by its own fault.
   *
   * @returns undefined when it must be fetched
   */
  find(uri: string): List | null | undefined;
  /** Keeps a list for so many seconds, within the bound of the policy. */
  keep(uri: string, list: List, seconds: number): void;
  /** Keeps for a while that a list was had and does not hold. */
  keepRefusal(uri: string): void;
}

/** A memory of bounded size that forgets by the clock. */
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
