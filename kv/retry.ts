import type { Random } from "../core/ports/random.ts";

/** Waits: a timer in a deployment, nothing in tests. */
export type Pause = (milliseconds: number) => Promise<void>;

/** What waiting needs. */
export interface Waiting {
  readonly random: Random;
  readonly pause: Pause;
}

/** Tries before a lock is a fault: about 3 s of waiting, longer than any commit takes. */
export const triesMax = 40;
/** Longest wait between two tries. */
const pauseMillisecondsMax = 150;

/**
 * Runs something again while another process holds the lock of the same file. A locked database has
 * done nothing, so that nothing happens twice.
 */
export async function retryWhileLocked<T>(
  { random, pause }: Waiting,
  run: () => Promise<T>,
): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await run();
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      if (tries === triesMax) {
        throw new Error(`The store was locked by another process ${tries} times in a row`, {
          cause,
        });
      }
    }
    await pause(jitter(random, Math.min(2 ** tries, pauseMillisecondsMax)));
  }
}

/** A random wait of up to `most` milliseconds, so that rivals do not meet again */
export function jitter(random: Random, most: number): number {
  return (new DataView(random.bytes(2).buffer).getUint16(0) / 0x1_0000) * most;
}

function isLocked(cause: unknown): boolean {
  return cause instanceof Error && /database (table )?is locked/i.test(cause.message);
}
