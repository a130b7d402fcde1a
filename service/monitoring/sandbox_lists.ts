import type { Clock } from "../../base/clock.ts";
import type { ClientId } from "../../core/access/schema.ts";
import type { Lists, ListsInForce } from "../../core/lists_in_force/ports.ts";
import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import type { SandboxLists } from "../../core/monitoring/advance_lists.ts";
import type { MonitoredLists } from "../../core/monitoring/ports.ts";
import { noteAdvanced, readAdvanced } from "../../kv/monitoring/advanced_clients.ts";
import type { Store } from "../../kv/store/store.ts";
import { inventedLists } from "../screening/lists_in_force.ts";

/** Opens the next version of the invented lists, for clients that see it. */
export function openSandboxLists(
  { store, clock, matcher }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly matcher: Matcher;
  },
): SandboxLists {
  const next = inventedLists(matcher, "next");
  const advanced = new Map<ClientId, Temporal.Instant>();
  return {
    next,
    of: (client) => {
      const until = advanced.get(client);
      if (until === undefined) return null;
      if (Temporal.Instant.compare(clock.now(), until) < 0) return next;
      advanced.delete(client);
      return null;
    },
    advance: (unit, client, until) => {
      noteAdvanced(unit, client, until);
      advanced.set(client, until);
    },
    refresh: async () => {
      for (const [client, until] of await readAdvanced(store)) advanced.set(client, until);
    },
  };
}

/** The lists that each client of a sandbox sees. */
export function monitoredSandboxLists(
  matcher: Pick<Matcher, "walk">,
  { first, sandboxLists }: { readonly first: Lists; readonly sandboxLists: SandboxLists },
): MonitoredLists {
  return {
    refresh: () => sandboxLists.refresh(),
    of: (client) => sandboxLists.of(client) ?? first,
    changed: (since, inForce) => {
      if (since === inForce.snapshot.id) return Promise.resolve(null);
      const before = [first, sandboxLists.next].map((lists) => lists.current())
        .find(({ snapshot }) => snapshot.id === since);
      return Promise.resolve(
        before === undefined ? "unknown" : changedEntities(matcher, before, inForce),
      );
    },
    isNewest: () => Promise.resolve(true),
    changedAt: () => Promise.resolve(null),
  };
}

/** Entities of some lists that others lack, or have in another form. */
function changedEntities(
  matcher: Pick<Matcher, "walk">,
  before: ListsInForce,
  now: ListsInForce,
): ReadonlySet<string> {
  const textsOf = (snapshot: SnapshotHandle) =>
    new Map(
      Array.from(matcher.walk(snapshot), ({ read }) => {
        const entry = read();
        return [entry.entityId, JSON.stringify(entry)] as const;
      }),
    );
  const earlier = textsOf(before.snapshot);
  const changed = [...textsOf(now.snapshot)].filter(([id, text]) => earlier.get(id) !== text);
  return new Set(changed.map(([id]) => id));
}
