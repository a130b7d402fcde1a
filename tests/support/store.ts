import "../../base/temporal.ts";
import { type DataKeys, openDataKeys } from "../../kv/keys/data_keys.ts";
import { openStore } from "../../kv/store/open_store.ts";
import type { Store } from "../../kv/store/store.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { seededRandom } from "./random.ts";
import { locationOf } from "./store_location.ts";

/** The secret of every test store: 32 bytes, and no secret at all. */
export const TEST_SECRET = new Uint8Array(32).fill(7);

/** Does not wait: a timer's turn is enough for other work to happen. */
export function noPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits as long as it is asked to. */
function realPause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A store and what stands beside it in tests. */
export interface StoreInMemory {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly random: ReturnType<typeof seededRandom>;
  readonly dataKeys: DataKeys;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a store of the real engine: in memory, unless a file is given. */
export async function storeInMemory(location = ":memory:"): Promise<StoreInMemory> {
  const clock = fixedClock();
  const random = seededRandom();
  // Whoever shares a file waits for the disk, which a timer's turn is not enough for.
  const pause = location === ":memory:" ? noPause : realPause;
  const store = await openStore({ location: locationOf(location), clock, random, pause });
  const dataKeys = await openDataKeys({ store, clock, random, secrets: { current: TEST_SECRET } });
  return {
    store,
    clock,
    random,
    dataKeys,
    [Symbol.asyncDispose]: () => Promise.resolve(store.close()),
  };
}
