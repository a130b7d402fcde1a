import type { z } from "zod";
import type { DamagedValueError } from "./damaged_value.ts";
import type { Encrypted } from "./encrypted.ts";
import type { Key, KeyRange } from "./key.ts";

/** How a kind of value is read and written: its schema, or its schema under a data key. */
export type Stored<T> = z.ZodType<T> | Encrypted<T>;

/** Holds while the key was not written since it was read; null: while nothing stands there. */
export interface Check {
  readonly kind: "check";
  readonly key: Key;
  readonly versionstamp: string | null;
}

/** Writes a value whole. */
export interface Put<T = unknown> {
  readonly kind: "put";
  readonly key: Key;
  readonly stored: Stored<T>;
  /** A JSON value. When it has `expiresAt`, the backend may clean it up some time after that. */
  readonly value: T;
  /** Chunks of the value that it replaces. */
  readonly chunks: number;
}

/** Removes a value. */
export interface Remove {
  readonly kind: "remove";
  readonly key: Key;
  /** Chunks of the value that it removes. */
  readonly chunks: number;
}

/**
 * Adds to a counter, from nothing or from what others add at the same time: no check, no conflict.
 * A counter has no lifetime, so the hour or day that it counts stands in its key, and housekeeping
 * removes it.
 */
export interface Add {
  readonly kind: "add";
  readonly key: Key;
  /** A whole number of at least 1. */
  readonly amount: number;
}

/** One part of a commit. */
export type Operation = Check | Put | Remove | Add;

/**
 * A value as it was read. Whether it is still alive is for its reader to judge, by its `expiresAt`
 * and the clock: the backend cleans up late.
 */
export interface Entry<T> {
  readonly key: Key;
  readonly value: T;
  /** Holds while the value is the one that was read; it never holds again afterwards. */
  readonly check: Check;
  /** Removes the value, with or without its check. */
  readonly delete: Remove;
  /** Replaces the value, with or without its check. */
  set(next: T): Put<T>;
}

/** A counter as it was read. */
export interface Count {
  readonly key: Key;
  readonly count: number;
  /** Removes the counter, and what is added meanwhile with it. */
  readonly delete: Remove;
}

/** How much of a range to read, and from which end. */
export interface ListOptions {
  readonly limit?: number;
  readonly reverse?: boolean;
  /** Entries that are read at a time, 500 at most. Default: 100. */
  readonly pageEntries?: number;
}

/** How to read the values of a range. */
export interface ListValuesOptions extends ListOptions {
  /** Takes values that cannot be read: the others follow. Without it the list throws at the first. */
  readonly damaged?: (fault: DamagedValueError, key: Key) => void;
}

/**
 * What the modules of `kv/` need of a database: reads that see every earlier commit, and commits
 * that happen whole or not at all. Values are versioned JSON, parsed when they are read.
 */
export interface Store {
  /** The value that stands there, alive or not; null when there is none. */
  get<T>(stored: Stored<T>, key: Key): Promise<Entry<T> | null>;
  /** Up to ten values as of one moment, in the order of their keys. */
  getMany<T>(stored: Stored<T>, keys: readonly Key[]): Promise<readonly (Entry<T> | null)[]>;
  /**
   * As {@link Store.getMany}, for values that are written once and never changed, but for their removal
   * with their client: of a replica, where the backend has one. What that lacks, or does not answer, is
   * read as always. Never for what is claimed once, or for states.
   */
  getImmutable<T>(
    stored: Stored<T>,
    keys: readonly Key[],
  ): Promise<readonly (Entry<T> | null)[]>;
  /** The range in the order of its keys, read in batches: it may see commits made meanwhile. */
  list<T>(stored: Stored<T>, range: KeyRange, options?: ListValuesOptions): AsyncIterable<Entry<T>>;
  /** What was added to a counter; 0 where nothing was. */
  count(key: Key): Promise<number>;
  /** The counters of a range, as {@link Store.list} reads values. */
  counts(range: KeyRange, options?: ListOptions): AsyncIterable<Count>;
  /**
   * What removes those values or counters, of up to ten keys, that stand there. They are neither put
   * together nor decrypted nor parsed, so that one which cannot be read any more can still be deleted.
   */
  removals(keys: readonly Key[]): Promise<readonly Remove[]>;
  /** As {@link Store.removals}, of a whole range, read in batches. */
  removalsIn(range: KeyRange, options?: ListOptions): AsyncIterable<Remove>;
  /** Whether a check still holds: finds which one made a commit fail. */
  holds(check: Check): Promise<boolean>;
  /** Writes the value if nothing alive stands there: one winner of any number, for its lifetime. */
  claimOnce<T>(stored: Stored<T>, key: Key, value: T): Promise<boolean>;
  /**
   * Writes everything or nothing.
   *
   * @returns false when a check did not hold
   * @throws Error when the commit is over the budget, which is the same on every backend
   */
  commit(operations: readonly Operation[]): Promise<boolean>;
  /**
   * As {@link Store.commit}, for a value that is used on: it need not be read again.
   *
   * @returns the value as it stands now; null when a check did not hold
   */
  write<T>(value: Put<T>, others: readonly (Check | Remove)[]): Promise<Entry<T> | null>;
  /** Lets the backend remove what may be cleaned up, where its database does not by itself. */
  sweep(): Promise<void>;
  /** Ends the connection. */
  close(): void;
}

/** Holds while nothing stands at the key; a value whose lifetime has passed still stands there. */
export function absent(key: Key): Check {
  return { kind: "check", key, versionstamp: null };
}

/** Writes a value where none is known to stand; one that was read is replaced by its own `set`. */
export function put<T>(stored: Stored<T>, key: Key, value: T): Put<T> {
  return { kind: "put", key, stored, value, chunks: 0 };
}

/** Adds to a counter. */
export function add(key: Key, amount: number): Add {
  return { kind: "add", key, amount };
}

/** Writes a value on condition that nothing stands there: for keys that are made once. */
export function create<T>(stored: Stored<T>, key: Key, value: T): readonly [Check, Put] {
  return [absent(key), put(stored, key, value)];
}
