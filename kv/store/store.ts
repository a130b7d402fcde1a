import type { z } from "zod";
import type { DamagedValueError } from "./damaged_value.ts";
import type { Encrypted } from "./encrypted.ts";
import type { Key, KeyRange } from "./key.ts";

/** The stored form of a kind of value: its schema, optionally encrypted under a data key. */
export type Stored<T> = z.ZodType<T> | Encrypted<T>;

/** A condition: the key was not written since it was read; null: there is no value at the key. */
export interface Check {
  readonly kind: "check";
  readonly key: Key;
  readonly versionstamp: string | null;
}

/** Writes a whole value. */
export interface Put<T = unknown> {
  readonly kind: "put";
  readonly key: Key;
  readonly stored: Stored<T>;
  /** A JSON value. If it has `expiresAt`, the backend may remove it some time after that. */
  readonly value: T;
  /** Chunks of the replaced value. */
  readonly chunks: number;
}

/** Removes a value. */
export interface Remove {
  readonly kind: "remove";
  readonly key: Key;
  /** Chunks of the removed value. */
  readonly chunks: number;
}

/**
 * Adds to a counter, which starts at 0; concurrent additions need no check and never conflict. A
 * counter has no lifetime, so that its key contains the counted hour or day, and housekeeping
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
 * A value as it was read. The reader judges by `expiresAt` and the clock whether it is still valid,
 * since the backend removes it late.
 */
export interface Entry<T> {
  readonly key: Key;
  readonly value: T;
  /** Succeeds while the value is unchanged; once it fails, it never succeeds again. */
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
  /** Removes the counter, including concurrent additions. */
  readonly delete: Remove;
}

/** The amount of a range to read, and the end to start from. */
export interface ListOptions {
  readonly limit?: number;
  readonly reverse?: boolean;
  /** Entries read at a time, 500 at most. Default: 100. */
  readonly pageEntries?: number;
}

/** Options for reading the values of a range. */
export interface ListValuesOptions extends ListOptions {
  /**
   * Receives unreadable values, after which the list continues. Without it the list throws at the
   * first one.
   */
  readonly damaged?: (fault: DamagedValueError, key: Key) => void;
}

/**
 * The operations that `kv/` needs from a database: reads that see every earlier commit, and atomic
 * commits. Values are versioned JSON, parsed when they are read.
 */
export interface Store {
  /** Returns the value at a key, expired or not; null if there is none. */
  get<T>(stored: Stored<T>, key: Key): Promise<Entry<T> | null>;
  /** Returns up to ten values as of one moment, in the order of their keys. */
  getMany<T>(stored: Stored<T>, keys: readonly Key[]): Promise<readonly (Entry<T> | null)[]>;
  /**
   * Like {@link Store.getMany}, for values that are written once and never changed, except for
   * their removal with their client: reads from a replica if the backend has one. Values that the
   * replica lacks, or does not return, are read as usual. Not for values that are claimed once, or
   * for states.
   */
  getImmutable<T>(
    stored: Stored<T>,
    keys: readonly Key[],
  ): Promise<readonly (Entry<T> | null)[]>;
  /**
   * Yields the range in the order of its keys, read in batches: it may see commits made meanwhile.
   */
  list<T>(stored: Stored<T>, range: KeyRange, options?: ListValuesOptions): AsyncIterable<Entry<T>>;
  /** The sum of a counter; 0 if nothing was added. */
  count(key: Key): Promise<number>;
  /** Yields the counters of a range, like {@link Store.list}. */
  counts(range: KeyRange, options?: ListOptions): AsyncIterable<Count>;
  /**
   * Returns the removals of existing values or counters at up to ten keys. The values are neither
   * joined nor decrypted nor parsed, so that an unreadable one can still be deleted.
   */
  removals(keys: readonly Key[]): Promise<readonly Remove[]>;
  /** Like {@link Store.removals}, for a whole range, read in batches. */
  removalsIn(range: KeyRange, options?: ListOptions): AsyncIterable<Remove>;
  /** Whether a check still succeeds, to find the one that made a commit fail. */
  holds(check: Check): Promise<boolean>;
  /**
   * Writes the value if there is no unexpired one: of any number of callers one wins, for the
   * value's lifetime.
   */
  claimOnce<T>(stored: Stored<T>, key: Key, value: T): Promise<boolean>;
  /**
   * Writes everything or nothing.
   *
   * @returns false when a check failed
   * @throws Error when the commit is over the budget, which is the same on every backend
   */
  commit(operations: readonly Operation[]): Promise<boolean>;
  /**
   * Like {@link Store.commit}, for a value that is used further without reading it again.
   *
   * @returns the written value; null if a check failed
   */
  write<T>(value: Put<T>, others: readonly (Check | Remove)[]): Promise<Entry<T> | null>;
  /** Lets the backend remove expired values, if its database does not do so itself. */
  sweep(): Promise<void>;
  /** Ends the connection. */
  close(): void;
}

/** Succeeds while there is no value at the key; an expired value still counts. */
export function absent(key: Key): Check {
  return { kind: "check", key, versionstamp: null };
}

/**
 * Writes a value at a key that is assumed empty; replace a value that was read by its own `set`.
 */
export function put<T>(stored: Stored<T>, key: Key, value: T): Put<T> {
  return { kind: "put", key, stored, value, chunks: 0 };
}

/** Adds to a counter. */
export function add(key: Key, amount: number): Add {
  return { kind: "add", key, amount };
}

/** Writes a value on condition that the key is empty, for keys that are made once. */
export function create<T>(stored: Stored<T>, key: Key, value: T): readonly [Check, Put] {
  return [absent(key), put(stored, key, value)];
}
