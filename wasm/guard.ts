/** Keeps a compiled module from answering after it has trapped. */

/** Calls into an instance of a module for as long as the instance is sound. */
export interface Guard {
  /** Calls into the module. `what` names the call in an error. */
  readonly inside: <Value>(what: string, call: () => Value) => Value;
  /** False from the first trap on. */
  readonly isRunning: () => boolean;
}

/**
 * Opens the guard of one instance of a module. A trap, or a stack that ran over, may leave a broken
 * heap behind: the instance answers nothing any more. An error that the module reports is passed on
 * and stops nothing.
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
