import type { Log } from "./log.ts";
import { UnavailableError } from "./unavailable.ts";

/**
 * Returns a log without faults that an outage reports itself; otherwise each request would repeat
 * them.
 */
export function unreportedLog(log: Log): Log {
  return {
    ...log,
    error: (event, cause, members) => {
      if (!isReported(cause)) log.error(event, cause, members);
    },
  };
}

function isReported(fault: unknown): boolean {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnavailableError && cause.isReported) return true;
  }
  return false;
}
