import { UnavailableError } from "../../base/unavailable.ts";
import type { Key, KeyRange } from "./key.ts";

/**
 * Bytes as stored by a backend (for a counter its eight bytes: `counter.ts`), with the version that
 * a check names.
 */
export interface Versioned {
  readonly key: Key;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Different after every write, even of equal bytes, and never reused for the key. */
  readonly versionstamp: string;
}

/** One page of a range. */
export interface Page {
  readonly entries: readonly Versioned[];
  /** Start of the next page; null at the end. */
  readonly cursor: string | null;
}

/** The page of a range to read. */
export interface PageOptions {
  readonly limit: number;
  readonly reverse: boolean;
  readonly cursor: string | null;
}

/** An atomic commit in bytes. No key is written twice. */
export interface RawCommit {
  readonly checks: readonly { readonly key: Key; readonly versionstamp: string | null }[];
  readonly puts: readonly RawPut[];
  readonly removes: readonly Key[];
  readonly adds: readonly RawAdd[];
}

/** One value in bytes. */
export interface RawPut {
  readonly key: Key;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds after which the backend may remove it; null: never. */
  readonly expireIn: number | null;
}

/** One addition to a counter, which starts at 0. Refused at the key of a value. */
export interface RawAdd {
  readonly key: Key;
  readonly amount: bigint;
}

/** One stored record, in a copy of the whole store. */
export interface RawRecord {
  readonly key: Key;
  /** The bytes as in {@link Versioned}; for a counter its eight bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isCounter: boolean;
  /** Milliseconds since 1970 after which the backend may remove it; null: never. */
  readonly expiresAt: number | null;
  /** Different after every write, if the backend reports it. */
  readonly versionstamp?: string;
}

/**
 * Nothing happened, but a retry may succeed: another process holds a lock, two transactions
 * conflicted, or there was no connection. Thrown by a backend; the store retries for a limited
 * time.
 */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/**
 * Writes are impossible: the disk is full, broken or read-only. If the disk failed while
 * synchronising, it is unknown whether this commit was written. Reads may continue.
 * `write_watch.ts` logs it.
 */
export class CannotWriteError extends UnavailableError {
  override readonly name: string = "CannotWriteError";
  override readonly isReported = true;
}

/**
 * Nothing was written: the disk has no room for this commit. A smaller one may fit, so that each
 * commit of a group may be retried alone.
 */
export class DiskFullError extends CannotWriteError {
  override readonly name = "DiskFullError";
}

/**
 * Nothing was written because the commit is too large for the backend. Each commit of a group may
 * be retried alone.
 */
export class CommitRefusedError extends Error {
  override readonly name = "CommitRefusedError";
}

/**
 * The requirements for a database: strongly consistent reads and atomic commits, in bytes. Schemas,
 * encryption, chunks, lifetimes and the budget are implemented above it, once for all backends.
 * Each method may throw {@link BusyError}.
 */
export interface Backend {
  /** Reads at most ten keys as of one moment, in order. */
  read(keys: readonly Key[]): Promise<readonly (Versioned | null)[]>;
  /**
   * Reads from a nearby replica, which may lack the latest commits, for values that are written
   * once and never changed. Absent without a replica.
   */
  readEventually?(keys: readonly Key[]): Promise<readonly (Versioned | null)[]>;
  /** Reads the next entries of a range in the order of their keys. */
  page(range: KeyRange, options: PageOptions): Promise<Page>;
  /**
   * Writes everything, or nothing when a check fails.
   *
   * @returns the versionstamp of the written values; null when a check failed
   * @throws UnavailableError when the outcome is unknown; the commit is not retried
   * @throws CannotWriteError when nothing was written because the disk accepts no writes
   * @throws CommitRefusedError when nothing was written because of a limit of the database
   */
  commit(commit: RawCommit): Promise<string | null>;
  /**
   * Yields everything as of one moment, in the order of keys, while others write, for backups and
   * copies. Absent if the database does not support it.
   */
  snapshot?(): AsyncIterable<RawRecord>;
  /**
   * Removes some expired values, if the database does not do so itself.
   *
   * @returns the number of removed entries
   */
  sweep?(): Promise<number>;
  /** Ends the connection. */
  close(): void;
}
