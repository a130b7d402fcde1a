import type { Versioned } from "./backend.ts";
import { decodeValue } from "./codec.ts";
import type { Entry, Put, Stored } from "./store.ts";

/** What may be there at once: awaiting it costs turns that a short read would notice. */
export type MaybeLater<T> = T | Promise<T>;

/** The bytes of a value as they were found. */
export interface Found {
  readonly found: Versioned;
  /** Put together, of a long value. */
  readonly bytes: Uint8Array;
  readonly chunks: number;
}

/** The value of bytes that were found. @throws DamagedValueError when they are none of its kind */
export function toEntry<T>(
  stored: Stored<T>,
  { found: { key, versionstamp }, bytes, chunks }: Found,
): MaybeLater<Entry<T>> {
  const made = (value: T) => entryOf({ key, stored, value }, { versionstamp, chunks });
  const value = decodeValue(stored, { key, bytes });
  return value instanceof Promise ? value.then(made) : made(value);
}

/** A value as it stands at a version. */
export function entryOf<T>(
  { key, stored, value }: Pick<Put<T>, "key" | "stored" | "value">,
  { versionstamp, chunks }: { readonly versionstamp: string; readonly chunks: number },
): Entry<T> {
  return {
    key,
    value,
    check: { kind: "check", key, versionstamp },
    delete: { kind: "remove", key, chunks },
    set: (next) => ({ kind: "put", key, stored, value: next, chunks }),
  };
}
