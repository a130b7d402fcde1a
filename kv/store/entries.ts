import type { Versioned } from "./backend.ts";
import { decodeValue } from "./codec.ts";
import type { Entry, Put, Stored } from "./store.ts";

/**
 * A value or a promise of it: awaiting an available value would cost turns that matter for a short
 * read.
 */
export type MaybeLater<T> = T | Promise<T>;

/** The bytes of a value, as read. */
export interface Found {
  readonly found: Versioned;
  /** The joined bytes for a long value. */
  readonly bytes: Uint8Array;
  readonly chunks: number;
}

/** Decodes a value that was read. @throws DamagedValueError when the bytes are not of its kind */
export function toEntry<T>(
  stored: Stored<T>,
  { found: { key, versionstamp }, bytes, chunks }: Found,
): MaybeLater<Entry<T>> {
  const made = (value: T) => entryOf({ key, stored, value }, { versionstamp, chunks });
  const value = decodeValue(stored, { key, bytes });
  return value instanceof Promise ? value.then(made) : made(value);
}

/** A value at a version. */
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
