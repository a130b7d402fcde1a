import { AvalError } from "./errors.ts";
import type { Runtime } from "./runtime.ts";

/** The time limit of a call with all its retries. */
export interface Deadline {
  /** Aborts at the deadline, or with the caller's own signal. */
  readonly signal: AbortSignal;
  /** Whether a wait of a number of milliseconds ends before the deadline. */
  hasRoomFor(milliseconds: number): boolean;
  /** Stops the timer; the caller's signal still aborts a stream. */
  stop(): void;
  /** Detaches the caller's signal. */
  close(): void;
}

/**
 * Joins a deadline and the caller's signal manually, since `AbortSignal.any` loses timeouts on some
 * runtimes.
 */
export function openDeadline(
  operation: string,
  milliseconds: number,
  { now, timer }: Pick<Runtime, "now" | "timer">,
  outer?: AbortSignal,
): Deadline {
  const controller = new AbortController();
  const end = now() + milliseconds;
  const stop = timer(
    milliseconds,
    () => controller.abort(new AvalError(operation, "deadline_exceeded")),
  );
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) abort();
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    hasRoomFor: (wait) => now() + wait < end,
    stop,
    close: () => {
      stop();
      outer?.removeEventListener("abort", abort);
    },
  };
}

/** Waits for work that supports no signal. The work continues if the signal aborts. */
export async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
