/** The platform functions that a client needs. Only tests replace them. */
export interface Runtime {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  uuid(): string;
  /** Runs a function after some milliseconds, unless the returned function is called first. */
  timer(milliseconds: number, run: () => void): () => void;
  /** Resolves after some milliseconds; rejects with the signal's reason if that aborts first. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Platforms end a longer wait at once; milliseconds. */
const longest = 2 ** 31 - 1;

/**
 * Node 20, Deno, Bun and browsers.
 *
 * @internal
 */
export const platform: Runtime = {
  fetch: (url, init) => fetch(url, init),
  now: () => performance.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  timer: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, longest));
    return () => clearTimeout(timer);
  },
  pause: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, Math.min(milliseconds, longest));
      signal.addEventListener("abort", abort, { once: true });
    }),
};
