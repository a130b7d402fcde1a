/** Does a piece of work the first time that it is asked for, and gives what came of it each later time. */
export type Once = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Opens one piece of work; one that throws is done again. */
export function openOnce(): Once {
  let done: { readonly value: unknown } | null = null;
  return async <Value>(work: () => Promise<Value>) => {
    done ??= { value: await work() };
    return done.value as Value;
  };
}
