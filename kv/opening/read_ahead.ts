import type { Backend, Versioned } from "../store/backend.ts";
import type { Key } from "../store/key.ts";
import { type RetryDependencies, retryWhileBusy } from "../store/retry.ts";

/**
 * Reads in one call the keys that opening a service then reads one by one, so that a start waits
 * for a remote store once. Each key is answered once; any other read or write drops the rest.
 *
 * @param keys at most ten
 */
export async function readAhead(
  backend: Backend,
  keys: readonly Key[],
  retry: RetryDependencies,
): Promise<Backend> {
  const found = await retryWhileBusy(retry, () => backend.read(keys));
  const left = new Map<string, Versioned | null>(
    keys.map((key, place) => [JSON.stringify(key), found[place] ?? null]),
  );

  /** Null when the backend must be read. */
  function takeAll(asked: readonly Key[]): readonly (Versioned | null)[] | null {
    const names = asked.map((key) => JSON.stringify(key));
    if (left.size === 0 || !names.every((name) => left.has(name))) return null;
    const taken = names.map((name) => left.get(name) ?? null);
    for (const name of names) left.delete(name);
    return taken;
  }

  const asking =
    <Args extends readonly unknown[], Answer>(ask: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      left.clear();
      return ask(...args);
    };
  const read = asking(backend.read);
  return {
    ...backend,
    read: async (asked) => takeAll(asked) ?? await read(asked),
    page: asking(backend.page),
    commit: asking(backend.commit),
  };
}
