import type { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ClientId } from "../../core/access/schema.ts";
import type { WaitingEnds } from "../../core/operators/ports.ts";
import { SandboxBrowser, sandboxBrowsers } from "../console/sandbox_browsers.ts";
import type { KeyRange } from "../store/key.ts";
import { type Leasable, takeLease } from "../store/lease.ts";
import { hasPassed, timestamp } from "../store/lifetime.ts";
import type { Entry, Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { ClientOffboarding, clientOffboardings } from "./offboardings.ts";

/** What the ends that wait stand in. */
export interface WaitingEndDependencies {
  readonly store: Store;
  readonly clock: Clock;
}

/** Clients of one look: the next look goes on. */
const clientsAtOnce = 20;
/** Minutes until what a client has left is deleted, from when it is refused: its last requests have ended. */
const graceMinutes = 5;

/** Opens the browsers of a sandbox whose time is over. */
export function openOverBrowsers(dependencies: WaitingEndDependencies): WaitingEnds {
  return async () => {
    const before = timestamp(dependencies.clock.now().subtract({ minutes: graceMinutes }));
    const range = { prefix: sandboxBrowsers.key(), end: sandboxBrowsers.key(before) };
    return await listEnds(dependencies, SandboxBrowser, { range });
  };
}

/**
 * Opens the clients whose offboarding the console has begun, once no server takes a request of theirs any
 * more: a guard believes a record that it has read for `activeCacheSeconds`.
 */
export function openBegunOffboardings(
  dependencies: WaitingEndDependencies & { readonly activeCacheSeconds: number },
): WaitingEnds {
  const { clock, activeCacheSeconds } = dependencies;
  const range = { prefix: clientOffboardings.key() };
  return async () => {
    const grace = { minutes: graceMinutes, seconds: activeCacheSeconds };
    const before = clock.now().subtract(grace);
    return await listEnds(dependencies, ClientOffboarding, {
      range,
      isDue: ({ begunAt }) => hasPassed(begunAt, before),
    });
  };
}

/** Those that were taken before, and have failed since, come last: they hold up no others. */
async function listEnds<Value extends Leasable>(
  { store, clock }: WaitingEndDependencies,
  schema: z.ZodType<Value>,
  { range, isDue = () => true }: {
    readonly range: KeyRange;
    readonly isDue?: (value: Value) => boolean;
  },
): ReturnType<WaitingEnds> {
  const now = clock.now();
  const untaken: Entry<Value>[] = [];
  const failed: Entry<Value>[] = [];
  for await (const entry of store.list(schema, range)) {
    const { leasedUntil } = entry.value;
    if (!isDue(entry.value)) continue;
    if (leasedUntil === null) untaken.push(entry);
    else if (hasPassed(leasedUntil, now) && failed.length < clientsAtOnce) failed.push(entry);
    if (untaken.length === clientsAtOnce) break;
  }
  return [...untaken, ...failed].slice(0, clientsAtOnce).map((entry) => ({
    clientId: ClientId.parse(entry.key.at(-1)),
    take: async () => {
      if (await takeLease({ store, clock }, entry) === null) return null;
      return async (unit) => {
        const standing = await store.get(schema, entry.key);
        if (standing === null) return false;
        addTo(unit, [standing.check, standing.delete]);
        return true;
      };
    },
  }));
}
