import { commitBytesMax } from "../../store/budget.ts";

/**
 * Every number of this backend. The holder of a row lock may be stopped at any moment, and so may the
 * database: nothing here waits for ever.
 */

/** Connections that write, each one batch at a time. More would wait for the same disk. */
export const writersMax = 4;
/**
 * Milliseconds that a batch has to itself. Where one takes no longer, the next one is larger and
 * saves more than a second connection would; where one waits for a lock or crosses a continent,
 * others begin beside it.
 */
export const batchAloneMilliseconds = 10;
/** Connections that read. Any number of reads travel on one at a time, round robin. */
export const readersMax = 2;

/** Idle connections show that they live, so that no firewall on the way forgets them. */
export const keepAliveSeconds = 30;

/** How long anything may take, in milliseconds. */
export interface Deadlines {
  /** TCP; and TLS, login and a first answer as well. */
  readonly connect: number;
  /** A statement waits so long for one row. */
  readonly lock: number;
  /** A statement, its waits included. */
  readonly statement: number;
  /** The database ends a transaction, and with it its locks, whose process is silent for so long. */
  readonly idleInTransaction: number;
  /** An answer. Then the connection is dropped: the database, or the way to it, stands still. */
  readonly answer: number;
  /** A commit that waited so long in all, for locks above all, is not tried again. */
  readonly commit: number;
}

/** Of a deployment. The database's own are shorter than those of the client, who would not know. */
export const deadlines: Deadlines = {
  // A database that takes longer is as good as none, and the store tries again by itself.
  connect: 3_000,
  // A batch of another process takes a few milliseconds, unless that process is stopped.
  lock: 2_000,
  // None touches more than a few thousand rows by their key.
  statement: 4_000,
  // Longer than any pause of a process that is well; a stopped one may not hold the others for more.
  idleInTransaction: 4_000,
  answer: 6_000,
  // Longer than a stopped process can hold its locks.
  commit: 6_000,
};

/**
 * How long a snapshot waits for an answer, in milliseconds: a page of long values is large, and what
 * reads it holds nothing that others need.
 */
export const snapshotMilliseconds = 60_000;

/** Runs of a batch that meets others at its rows. Then the store says when it is tried again. */
export const runsMax = 6;
/** Longest wait between two runs, in milliseconds. */
export const pauseMillisecondsMax = 40;

/** Commits in one transaction. A larger one holds its rows longer and gains nothing. */
export const batchCommitsMax = 100;
/**
 * Bytes of keys and values in one transaction: two of the largest commits, which the wire carries in
 * hex.
 */
export const batchBytesMax = 2 * commitBytesMax;

/** Rows that housekeeping removes in one statement: a few milliseconds of locks. */
export const sweepRows = 1_000;
/** Statements of housekeeping a minute. What is left then waits for the next one. */
export const sweepsMax = 20;
/**
 * Lifetimes are rounded up to so many milliseconds: a row that is written every second keeps its
 * place in the index, and PostgreSQL need not touch the index.
 */
export const expiryGrainMilliseconds = 600_000;
