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

/** Dependencies of waiting deletions. */
export interface WaitingEndDependencies {
  readonly store: Store;
  readonly clock: Clock;
}

/** Maximum clients of one look; the next look continues. */
const clientsAtOnce = 20;
/** Minutes between a client's refusal and its deletion, so that its last requests have ended. */
const graceMinutes = 5;

/** Opens the sandbox browsers whose time is over. */
export function openOverBrowsers(dependencies: WaitingEndDependencies): WaitingEnds {
  return async () => {
    const before = timestamp(dependencies.clock.now().subtract({ minutes: graceMinutes }));
    const range = { prefix: sandboxBrowsers.key(), end: sandboxBrowsers.key(before) };
    return await listEnds(dependencies, SandboxBrowser, { range });
  };
}

/**
 * Opens the clients whose offboarding was begun in the console, once no server accepts their
 * requests: guards cache a record for `activeCacheSeconds`.
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

/** Lists deletions. Those that failed before come last, so that they do not delay others. */
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
