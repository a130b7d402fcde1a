/** A bounded cache of the most recently used entries. */
export interface LeastRecentlyUsed<Value> {
  /** Returns a value and counts as a use of it. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/**
 * Opens a cache of bounded size: when it is full, it drops the entry that was neither read nor
 * written for the longest time.
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
