import "../../base/temporal.ts";
import { type DataKeys, openDataKeys } from "../../kv/keys/data_keys.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../service/config/sandbox_secret.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import type { Store } from "../../kv/store/store.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { seededRandom } from "./random.ts";
import { locationOf } from "./store_location.ts";

/** The secret of every test store: the sandbox's published one. */
export const TEST_SECRET = Uint8Array.fromBase64(PUBLISHED_SANDBOX_KEY);

/** Waits only one turn of a timer, enough for other work. */
export function noPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Longest wait between two tries at a file that is locked. */
const filePauseMillisecondsMax = 150;

/**
 * Waits like a process that waits for a file's lock, since on a busy machine one timer turn is not
 * enough for the lock's holder. Other waits are shortened.
 */
export function filePause(milliseconds: number): Promise<void> {
  const wait = Math.min(milliseconds, filePauseMillisecondsMax);
  return new Promise((resolve) => setTimeout(resolve, wait));
}

/** A store with its test helpers. */
export interface StoreInMemory {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly random: ReturnType<typeof seededRandom>;
  readonly dataKeys: DataKeys;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a store on the real engine: in memory, unless a file is given. */
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
