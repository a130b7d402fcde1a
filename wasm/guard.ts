/** Prevents a compiled module from answering after it has trapped. */

/** Calls an instance of a module as long as it has not trapped. */
export interface Guard {
  /** Calls into the module. `what` names the call in an error. */
  readonly inside: <Value>(what: string, call: () => Value) => Value;
  /** False after the first trap. */
  readonly isRunning: () => boolean;
}

/**
 * Opens the guard of one instance of a module. A trap or a stack overflow may leave the heap
 * inconsistent, so that the instance answers nothing afterwards. An error that the module itself
 * reports is passed on, and the instance continues.
 */
export function openGuard(): Guard {
  let stopped: Error | null = null;
  return {
    isRunning: () => stopped === null,
    inside: (what, call) => {
      if (stopped !== null) {
        throw new Error("The matching core has stopped; restart the process", { cause: stopped });
      }
      try {
        return call();
      } catch (thrown) {
        if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
          stopped = thrown;
          throw new Error(`The matching core stopped in ${what}; restart the process`, {
            cause: thrown,
          });
        }
        throw thrown instanceof Error ? thrown : new Error(String(thrown));
      }
    },
  };
}
