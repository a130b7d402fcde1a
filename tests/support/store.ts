import "../../base/temporal.ts";
import { type DataKeys, openDataKeys } from "../../kv/keys/data_keys.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../service/config/sandbox_secret.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import type { Store } from "../../kv/store/store.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { seededRandom } from "./random.ts";
import { locationOf } from "./store_location.ts";

/** The secret of every test store: that of a sandbox, and no secret at all. */
export const TEST_SECRET = Uint8Array.fromBase64(PUBLISHED_SANDBOX_KEY);

/** Does not wait: a timer's turn is enough for other work to happen. */
export function noPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Longest wait between two tries at a file that is locked. */
const filePauseMillisecondsMax = 150;

/**
 * Waits as whoever shares a file waits for its lock: a timer's turn is not enough for its holder on a
 * busy machine. Waits for other things end sooner than they ask.
 */
export function filePause(milliseconds: number): Promise<void> {
  const wait = Math.min(milliseconds, filePauseMillisecondsMax);
  return new Promise((resolve) => setTimeout(resolve, wait));
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
  const pause = location === ":memory:" ? noPause : filePause;
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
