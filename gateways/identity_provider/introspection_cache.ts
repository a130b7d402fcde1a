import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { Clock } from "../../base/clock.ts";
import { isWithin, type Span } from "../../base/span.ts";
import type { Introspection } from "../../core/access/ports.ts";

/** An answer that may be cached; errors never are. */
export type KeptIntrospection = Exclude<Introspection, { kind: "unavailable" }>;

/** Lifetimes and number of the answers that are kept. */
export interface CacheRules {
  readonly activeCacheSeconds: number;
  readonly inactiveCacheSeconds: number;
  /** Maximum cached entries of each kind. */
  readonly cacheEntriesMax: number;
}

/** Time and order of a request to the provider. */
export interface Asked {
  readonly at: Temporal.Instant;
  /** Grows with every question. */
  readonly order: number;
}

/** Recent answers of the provider. */
export interface IntrospectionCache {
  /** @returns null when there is no valid answer */
  find(key: string): KeptIntrospection | null;
  /** Keeps an answer, unless a later question was answered before. */
  keep(key: string, answer: KeptIntrospection, asked: Asked): void;
}

interface Entry extends Span {
  readonly answer: KeptIntrospection;
  readonly order: number;
}

/**
 * Opens a cache of answers by the hash of their token (RFC 7662 §4). An active answer is valid no
 * longer than its token, counted from the request, which is checked on every hit. Inactive answers
 * have a separate cache, so that a flood of invalid tokens evicts no client's answer.
 */
export function openIntrospectionCache(
  { clock, rules }: { readonly clock: Clock; readonly rules: CacheRules },
): IntrospectionCache {
  const active = leastRecentlyUsed<Entry>(rules.cacheEntriesMax);
  const inactive = leastRecentlyUsed<Entry>(rules.cacheEntriesMax);

  const until = (answer: KeptIntrospection, at: Temporal.Instant) => {
    if (answer.kind === "inactive") return at.add({ seconds: rules.inactiveCacheSeconds });
    return earlier(answer.expiresAt, at.add({ seconds: rules.activeCacheSeconds }));
  };

  return {
    find: (key) => {
      const found = active.get(key) ?? inactive.get(key);
      if (found === undefined) return null;
      return isWithin(clock.now(), found) ? found.answer : null;
    },
    keep: (key, answer, { at, order }) => {
      const known = active.get(key) ?? inactive.get(key);
      if (known !== undefined && known.order > order) return;
      const [own, other] = answer.kind === "active" ? [active, inactive] : [inactive, active];
      other.delete(key);
      own.set(key, { answer, from: at, until: until(answer, at), order });
    },
  };
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) < 0 ? a : b;
}
