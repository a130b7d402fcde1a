import { commitBytesMax } from "../../store/budget.ts";

/**
 * The numbers of this backend. The holder of a row lock may stop at any moment, and so may the
 * database: no wait is unlimited.
 */

/** Connections that write, each one batch at a time. More would wait for the same disk. */
export const writersMax = 4;
/**
 * Milliseconds for which a batch runs alone. If it takes no longer, the next batch is larger and
 * saves more than a second connection would; if it waits for a lock or crosses a continent, other
 * batches start in parallel.
 */
export const batchAloneMilliseconds = 10;
/** Connections that read. Each carries any number of concurrent reads, round robin. */
export const readersMax = 2;

/** Seconds between keep-alive messages on idle connections, so that firewalls keep them open. */
export const keepAliveSeconds = 30;

/** Maximum durations, in milliseconds. */
export interface Deadlines {
  /** Milliseconds for a TCP connection, and again for TLS, login and a first answer. */
  readonly connect: number;
  /** Wait of a statement for one row. */
  readonly lock: number;
  /** A statement, including its waits. */
  readonly statement: number;
  /** Silence of a process after which the database ends its transaction, and thus its locks. */
  readonly idleInTransaction: number;
  /** An answer; after it the connection is dropped, since the database or the network is down. */
  readonly answer: number;
  /** Total wait of a commit, mostly for locks, after which it is not retried. */
  readonly commit: number;
}

/**
 * The deadlines of a deployment. The database's own are shorter than the client's, so that the
 * client learns the outcome.
 */
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
 * Milliseconds that a snapshot waits for an answer: a page of long values is large, and its reader
 * blocks no other work.
 */
export const snapshotMilliseconds = 60_000;

/** Maximum runs of a batch that conflicts with others; then the store decides when to retry. */
export const runsMax = 6;
/** Maximum wait between two runs, in milliseconds. */
export const pauseMillisecondsMax = 40;

/** Maximum commits in one transaction. A larger one holds its rows longer without a gain. */
export const batchCommitsMax = 100;
/** Maximum bytes of keys and values in one transaction: two of the largest commits, sent as hex. */
export const batchBytesMax = 2 * commitBytesMax;

/** Rows that housekeeping removes in one statement: a few milliseconds of locks. */
export const sweepRows = 1_000;
/** Maximum statements of housekeeping a minute. The rest waits for the next minute. */
export const sweepsMax = 20;
/**
 * Lifetimes are rounded up to a multiple of these milliseconds: a row that is written every second
 * then keeps its place in the index, and PostgreSQL need not change the index.
 */
export const expiryGrainMilliseconds = 600_000;
