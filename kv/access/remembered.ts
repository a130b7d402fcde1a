import type { Clock } from "../../base/clock.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { Clients, Introspection, Introspector } from "../../core/access/ports.ts";
import { secretHash } from "../../base/secret.ts";
import { isWithin, type Span } from "../../base/span.ts";

/** The lifetime and size of the cache, from `core/policy/introspection.ts`. */
export interface RememberRules {
  readonly activeCacheSeconds: number;
  readonly cacheEntriesMax: number;
}

/** Dependencies of the cache. */
export interface Remember {
  readonly clock: Clock;
  readonly rules: RememberRules;
}

interface Known<Value> extends Span {
  readonly value: Value;
}

/**
 * Caches values for some seconds, counted from the start of their read.
 *
 * @param endOf end of a value's own validity; null: it is not cached
 */
function remember<Value>(
  { clock, rules }: Remember,
  endOf: (value: Value) => Temporal.Instant | null | undefined,
) {
  const known = leastRecentlyUsed<Known<Value>>(rules.cacheEntriesMax);
  return async (
    name: string,
    fresh: boolean,
    read: () => Promise<Value>,
  ): Promise<Value> => {
    const from = clock.now();
    const found = known.get(name);
    if (!fresh && found !== undefined && isWithin(from, found)) return found.value;
    const value = await read();
    const end = endOf(value);
    if (end === null) {
      known.delete(name);
      return value;
    }
    const later = known.get(name);
    if (later !== undefined && Temporal.Instant.compare(later.from, from) > 0) return value;
    const until = from.add({ seconds: rules.activeCacheSeconds });
    const isSooner = end !== undefined && Temporal.Instant.compare(end, until) < 0;
    known.set(name, { value, from, until: isSooner ? end : until });
    return value;
  };
}

/**
 * Caches clients' records as long as an active introspection answer, for the guards of a request: a
 * suspension takes effect within that time (decisions-3.md part 20, clients).
 */
export function rememberClients(clients: Clients, rules: Remember): Clients {
  const record = remember<Awaited<ReturnType<Clients["get"]>>>(rules, () => undefined);
  return {
    get: (clientId, { fresh } = { fresh: false }) =>
      record(clientId, fresh, () => clients.get(clientId)),
  };
}

/** Caches local tokens like answers of an identity provider (decisions.md part 4). */
export function rememberTokens(tokens: Introspector, rules: Remember): Introspector {
  const meaning = remember<Introspection>(
    rules,
    (found) => found.kind === "active" ? found.expiresAt : null,
  );
  return {
    introspect: (token, lookUp) =>
      meaning(secretHash(token), lookUp?.fresh === true, () => tokens.introspect(token, lookUp)),
  };
}
