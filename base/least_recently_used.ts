/** What is kept of the things that were used last. */
export interface LeastRecentlyUsed<Value> {
  /** Counts as a use. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/**
 * A memory of bounded size: once it holds so many, what was not read or written for the longest
 * time goes first.
 */
export function leastRecentlyUsed<Value>(entriesMax: number): LeastRecentlyUsed<Value> {
  const entries = new Map<string, Value>();
  const set = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void entries.delete(key),
  };
}
