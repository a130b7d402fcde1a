import { UnavailableError } from "../../base/unavailable.ts";
import type { Key, KeyRange } from "./key.ts";

/** Bytes as a backend keeps them (of a counter, its eight: `counter.ts`), and the version that a check names. */
export interface Versioned {
  readonly key: Key;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Different after every write, also of equal bytes, and never used again for the key. */
  readonly versionstamp: string;
}

/** One page of a range. */
export interface Page {
  readonly entries: readonly Versioned[];
  /** Where the next page begins; null at the end. */
  readonly cursor: string | null;
}

/** Which page of a range. */
export interface PageOptions {
  readonly limit: number;
  readonly reverse: boolean;
  readonly cursor: string | null;
}

/** A commit in bytes. All of it happens, or none. No key is written twice. */
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
  /** Milliseconds after which the backend may clean up, or null: never. */
  readonly expireIn: number | null;
}

/** One addition to a counter, which counts from 0. Refused where a value stands. */
export interface RawAdd {
  readonly key: Key;
  readonly amount: bigint;
}

/** One thing that is kept, as a copy of the whole store takes it along. */
export interface RawRecord {
  readonly key: Key;
  /** As {@link Versioned} has them; of a counter, its eight. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isCounter: boolean;
  /** From when on the backend may clean it up, in milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  /** Different after every write, where the backend reports it. */
  readonly versionstamp?: string;
}

/**
 * Nothing has happened, and soon it may: another process holds a lock, two transactions met, the
 * connection was not there. A backend throws it; the store tries again, and not for ever.
 */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/**
 * Nothing can be written: the disk is full, broken or read-only. Whether this commit was is unknown
 * where the disk failed while it was synchronised. Reads may go on. `write_watch.ts` logs it.
 */
export class CannotWriteError extends UnavailableError {
  override readonly name: string = "CannotWriteError";
  override readonly isReported = true;
}

/**
 * Nothing was written: the disk has no room for this commit. It may have some for a smaller one, so
 * that of commits that went together each may go again alone.
 */
export class DiskFullError extends CannotWriteError {
  override readonly name = "DiskFullError";
}

/**
 * Nothing was written, and the commit is at fault: the backend takes none that is so large. Of commits
 * that went together, each may go again alone.
 */
export class CommitRefusedError extends Error {
  override readonly name = "CommitRefusedError";
}

/**
 * What a database must do to carry the store: strongly consistent reads and atomic commits, in
 * bytes. Schemas, encryption, chunks, lifetimes and the budget stand above it, once for all backends.
 * Each method may throw {@link BusyError}.
 */
export interface Backend {
  /** At most ten keys, as of one moment, in their order. */
  read(keys: readonly Key[]): Promise<readonly (Versioned | null)[]>;
  /**
   * The same of a replica that is near, which may lack the latest commits: for what is written once and
   * never changed. Absent where there is no replica.
   */
  readEventually?(keys: readonly Key[]): Promise<readonly (Versioned | null)[]>;
  /** The next entries of a range in the order of their keys. */
  page(range: KeyRange, options: PageOptions): Promise<Page>;
  /**
   * Writes everything, or nothing when a check does not hold.
   *
   * @returns the versionstamp of everything that was written; null when nothing was
   * @throws UnavailableError when it is not known whether it was written: never tried again here
   * @throws CannotWriteError when nothing was, for the disk takes nothing
   * @throws CommitRefusedError when nothing was, for it is over a limit of the database
   */
  commit(commit: RawCommit): Promise<string | null>;
  /**
   * Everything as of one moment, in the order of keys, while others write on: for backups and
   * copies. Absent where the database cannot do that.
   */
  snapshot?(): AsyncIterable<RawRecord>;
  /**
   * Removes some of what may be cleaned up, where the database does not by itself.
   *
   * @returns how many entries
   */
  sweep?(): Promise<number>;
  /** Ends the connection. */
  close(): void;
}
