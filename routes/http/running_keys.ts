/** A request that runs in this process under an idempotency key without a stored record. */
export interface RunningKey {
  /** Canonical form of the request. */
  readonly fingerprint: string;
  /** Resolves when the request is over. */
  readonly over: Promise<void>;
  /** Equal requests that wait for it. */
  waiting: number;
}

/** The requests that run under a key in this process, so that equal ones wait for each other. */
export interface RunningKeys {
  /** @returns the request that runs under the key; null: there is none */
  find(name: string): RunningKey | null;
  /**
   * Notes that a request runs under a key.
   *
   * @returns a function that ends the note
   */
  begin(name: string, fingerprint: string): () => void;
}

/** Opens the keys in use. */
export function openRunningKeys(): RunningKeys {
  const running = new Map<string, RunningKey>();
  return {
    find: (name) => running.get(name) ?? null,
    begin: (name, fingerprint) => {
      if (running.has(name)) throw new Error("Two requests run under one idempotency key");
      const { promise: over, resolve } = Promise.withResolvers<void>();
      running.set(name, { fingerprint, over, waiting: 0 });
      return () => {
        running.delete(name);
        resolve();
      };
    },
  };
}
