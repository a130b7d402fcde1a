import { jitter } from "../../base/jitter.ts";
import type { Random } from "../../base/random.ts";
import { UnavailableError } from "../../base/unavailable.ts";
import { BusyError } from "./backend.ts";

/** Resolves after a number of milliseconds: a timer in a deployment, nothing in tests. */
export type Pause = (milliseconds: number) => Promise<void>;

/** Dependencies of retries. */
export interface RetryDependencies {
  readonly random: Random;
  readonly pause: Pause;
}

/** Maximum tries of a busy store: about 3 s in total, longer than any commit takes. */
export const triesMax = 40;
/** Longest wait between two tries. */
const pauseMillisecondsMax = 150;

/**
 * Retries a function while the store is busy. A busy store did nothing, so that nothing happens
 * twice.
 *
 * @throws UnavailableError when the store is still busy after {@link triesMax} tries
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
