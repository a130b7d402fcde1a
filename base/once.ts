/**
 * Runs a piece of work on the first call, and returns the same outcome on each later call.
 *
 * @param undo reverts the work if its request is not committed
 */
export type Once = <Value>(
  work: () => Promise<Value>,
  undo?: (value: Value) => Promise<void>,
) => Promise<Value>;

/** A piece of work that runs at most once. */
export interface OpenedOnce {
  readonly once: Once;
  /** Reverts the work; does nothing if the work did not run. */
  undo(): Promise<void>;
}

/** Opens a piece of work that runs once; work that throws runs again on the next call. */
export function openOnce(): OpenedOnce {
  let done: { readonly value: unknown; readonly undo: () => Promise<void> } | null = null;
  return {
    once: async <Value>(
      work: () => Promise<Value>,
      undo: (value: Value) => Promise<void> = () => Promise.resolve(),
    ) => {
      if (done === null) {
        const value = await work();
        done = { value, undo: () => undo(value) };
      }
      return done.value as Value;
    },
    undo: async () => {
      const left = done;
      done = null;
      await left?.undo();
    },
  };
}
