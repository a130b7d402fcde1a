/**
 * Does a piece of work the first time that it is asked for, and gives what came of it each later time.
 *
 * @param undo takes away what the work has left, where it comes to nothing
 */
export type Once = <Value>(
  work: () => Promise<Value>,
  undo?: (value: Value) => Promise<void>,
) => Promise<Value>;

/** One piece of work. */
export interface OpenedOnce {
  readonly once: Once;
  /** Takes away what the work has left; nothing where it was not done. */
  undo(): Promise<void>;
}

/** Opens one piece of work; one that throws is done again. */
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
