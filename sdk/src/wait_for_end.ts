import { openDeadline } from "./deadline.ts";
import { AvalError } from "./errors.ts";
import type { CallOptions } from "./operation.ts";
import type { Runtime } from "./runtime.ts";
import type { ServerClock } from "./server_clock.ts";

/** Options for waiting: `signal` ends the wait, `deadlineMs` limits one read. */
export interface WaitOptions extends CallOptions {
  /**
   * Maximum milliseconds of the whole wait, after which it fails with `deadline_exceeded`. Default:
   * none.
   */
  readonly waitMs?: number;
  /** Milliseconds between two reads. Default 2,000. */
  readonly intervalMs?: number;
  /** The code with which the browser returned, for a page that reads a session with `returnUrl`. */
  readonly responseCode?: string;
}

/**
 * The members of a session that waiting for its end needs.
 *
 * @internal
 */
interface Waited {
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * Dependencies of a wait.
 *
 * @internal
 */
interface Waiting<Session> {
  /** Name of the method that waits. */
  readonly name: string;
  readonly runtime: Runtime;
  readonly clock: ServerClock;
  read(query: { response_code?: string }, options: CallOptions): Promise<Session>;
}

/**
 * Milliseconds for which reads may fail before the first success, which states when the session
 * ends.
 */
const endUnknown = 600_000;

/** Statuses of a temporarily unavailable service, or of a proxy before it. */
const passing: readonly (number | undefined)[] = [429, 502, 503, 504];

/**
 * Reads a session until it has ended, and through outages: a read with a temporary failure is
 * repeated as long as the session can be pending.
 *
 * @throws AvalError of a read; `deadline_exceeded` after `waitMs`; the signal's reason if it aborts
 * @internal
 */
export async function waitForEnd<Session extends Waited>(
  { name, runtime, clock, read }: Waiting<Session>,
  { intervalMs = 2_000, waitMs = Infinity, responseCode, signal: outer, ...options }: WaitOptions,
): Promise<Session> {
  const query = responseCode === undefined ? {} : { response_code: responseCode };
  const deadline = openDeadline(name, waitMs, runtime, outer);
  const { signal } = deadline;
  let end = runtime.now() + endUnknown;
  let aheadAtMost: number | null = null;
  try {
    for (;;) {
      signal.throwIfAborted();
      let wait = intervalMs;
      try {
        const session = await read(query, { ...options, signal });
        if (session.status !== "pending") return session;
        // Where the service's clock is unknown: it is past the session's start.
        aheadAtMost ??= Date.parse(session.createdAt) - runtime.now();
        const known = Date.parse(session.expiresAt) - (clock.ahead ?? aheadAtMost);
        if (!Number.isNaN(known)) end = known;
      } catch (fault) {
        signal.throwIfAborted();
        const left = end - runtime.now();
        const named = passesIn(fault);
        if (named === null || left <= 0 || named > left) throw fault;
        // Jitter: all who wait lost the service at one time. The last read is at the session's end.
        wait = Math.min(Math.max(named, intervalMs) + intervalMs * runtime.random() / 2, left);
      }
      await runtime.pause(wait, signal);
    }
  } finally {
    deadline.close();
  }
}

/** Minimum milliseconds after which a failure may be over; null: it is permanent. */
function passesIn(fault: unknown): number | null {
  if (!(fault instanceof AvalError)) return null;
  const { code, status, retryAfterSeconds = 0 } = fault;
  const passes = code === "connection_lost" || code === "deadline_exceeded" ||
    passing.includes(status);
  return passes ? retryAfterSeconds * 1_000 : null;
}
