import type { Backend, Versioned } from "../store/backend.ts";
import type { Key } from "../store/key.ts";
import { type RetryDependencies, retryWhileBusy } from "../store/retry.ts";

/**
 * Reads in one call what the opening of a service then reads key by key, so that a start pays the
 * distance to its store once. Each key is answered once; as soon as anything else is asked or
 * written, what is left is forgotten.
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

  /** Null where the backend has to be asked. */
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
