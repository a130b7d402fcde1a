import { jitter } from "../../base/jitter.ts";
import type { Random } from "../../base/random.ts";
import { UnavailableError } from "../../base/unavailable.ts";
import { BusyError } from "./backend.ts";

/** Resolves after so many milliseconds: a timer in a deployment, nothing in tests. */
export type Pause = (milliseconds: number) => Promise<void>;

/** What trying again needs. */
export interface RetryDependencies {
  readonly random: Random;
  readonly pause: Pause;
}

/** Tries before a busy store is out of order: about 3 s in all, longer than any commit takes. */
export const triesMax = 40;
/** Longest wait between two tries. */
const pauseMillisecondsMax = 150;

/**
 * Runs something again while the store is busy. A busy store has done nothing, so that nothing
 * happens twice.
 *
 * @throws UnavailableError when it is still busy after {@link triesMax} tries
 */
export async function retryWhileBusy<T>(
  { random, pause }: RetryDependencies,
  run: () => Promise<T>,
): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await run();
    } catch (cause) {
      if (!(cause instanceof BusyError)) throw cause;
      if (tries === triesMax) {
        throw new UnavailableError(`${cause.message}: tried ${tries} times`, { cause });
      }
    }
    await pause(jitter(random, Math.min(2 ** tries, pauseMillisecondsMax)));
  }
}
