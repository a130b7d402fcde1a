import type { CallOptions } from "./operation.ts";
import type { Runtime } from "./runtime.ts";

/** How a session is waited for: `deadlineMs` is for each read, `signal` for all of the wait. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two reads. Default 2,000. */
  readonly intervalMs?: number;
  /** What the browser came back with, for a page that reads a session with `returnUrl`. */
  readonly responseCode?: string;
}

const neverAborted = new AbortController().signal;

/**
 * Reads a session until it has ended. A session ends by itself after some minutes, so that this does.
 *
 * @throws AvalError of a read; the reason of the signal where that aborts
 */
export async function waitForEnd<Session extends { readonly status: string }>(
  read: (query: { response_code?: string }, options: CallOptions) => Promise<Session>,
  { intervalMs = 2_000, responseCode, ...options }: WaitOptions,
  { pause }: Pick<Runtime, "pause">,
): Promise<Session> {
  const signal = options.signal ?? neverAborted;
  const query = responseCode === undefined ? {} : { response_code: responseCode };
  for (;;) {
    signal.throwIfAborted();
    const session = await read(query, options);
    if (session.status !== "pending") return session;
    await pause(intervalMs, signal);
  }
}
