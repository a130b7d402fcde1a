import canonicalize from "canonicalize";
import type { z } from "zod";
import { exactJson } from "../store/codec.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Key, KeyRange } from "../store/key.ts";
import type { Entry, Store } from "../store/store.ts";

/**
 * Reads a value whose bytes must be exactly what a server writes: without repeated and unknown
 * members.
 *
 * @throws DamagedValueError when the bytes differ
 */
export async function getExact<T>(
  store: Store,
  schema: z.ZodType<T>,
  key: Key,
): Promise<T | null> {
  const found = await store.get(exactJson, key);
  return found === null ? null : parseExact(schema, found);
}

/** As {@link getExact}, for a range. */
export async function* listExact<T>(
  store: Store,
  schema: z.ZodType<T>,
  range: KeyRange,
): AsyncIterable<{ readonly key: Key; readonly value: T }> {
  for await (const found of store.list(exactJson, range)) {
    yield { key: found.key, value: parseExact(schema, found) };
  }
}

function parseExact<T>(
  schema: z.ZodType<T>,
  { key, value }: Pick<Entry<unknown>, "key" | "value">,
): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success || canonicalize(parsed.data) !== canonicalize(value)) {
    throw new DamagedValueError(key, "it does not have the form of its kind");
  }
  return parsed.data;
}
