import { AvalError } from "./errors.ts";
import type { Runtime } from "./runtime.ts";

/** The time of a call with all its retries. */
export interface Deadline {
  /** Aborts when the time is over, or the caller's own signal does. */
  readonly signal: AbortSignal;
  /** Whether a wait of so many milliseconds ends before it. */
  hasRoomFor(milliseconds: number): boolean;
  /** Ends the time; the caller's signal goes on to abort what is streamed. */
  stop(): void;
  /** Lets go of the caller's signal. */
  close(): void;
}

/** Joins a deadline and the caller's signal by hand: `AbortSignal.any` loses timeouts on some runtimes. */
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
