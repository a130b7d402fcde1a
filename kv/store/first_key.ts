import type { Key, KeyRange } from "./key.ts";
import type { Store } from "./store.ts";

/** The first key of a range; null if there is none. */
export async function firstKey(
  store: Pick<Store, "removalsIn">,
  range: KeyRange,
): Promise<Key | null> {
  for await (const { key } of store.removalsIn(range, { limit: 1 })) return key;
  return null;
}

/** The first possible key after every key of a prefix whose last part is a text. */
export function behind(prefix: Key): Key {
  return [...prefix.slice(0, -1), `${prefix.at(-1)} `] as unknown as Key;
}
