import type { Log } from "./log.ts";
import { UnavailableError } from "./unavailable.ts";

/** A log without the faults that an outage reports by itself: else each request would repeat it. */
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
