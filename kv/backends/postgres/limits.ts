/**
 * Every number of this backend, in milliseconds where it is a time. Who holds a row lock may be
 * stopped at any moment, and so may the database: nothing here waits for ever, and what the server
 * ends by itself it ends before the client loses patience.
 */

/** Connections that write, each one batch at a time. More would wait for the same disk. */
export const writersMax = 4;
/** Connections that read. Any number of reads travel on one at a time, in turn. */
export const readersMax = 2;

/** TCP, TLS and login. A database that takes longer is as good as none. */
export const connectMilliseconds = 3_000;
/** A statement waits so long for one row: a batch of another process takes a few milliseconds. */
export const lockMilliseconds = 2_000;
/** A statement, its waits included. None touches more than a thousand rows by their key. */
export const statementMilliseconds = 4_000;
/**
 * The database ends a transaction whose process says nothing for so long, and with it its locks.
 * Longer than any pause of a process that is well; a stopped one may not hold the others for more.
 */
export const idleInTransactionMilliseconds = 4_000;
/** An answer. Then the connection is dropped: the database, or the way to it, stands still. */
export const answerMilliseconds = 6_000;
/** A commit that waited so long in all, for locks above all, is not tried again. */
export const commitMilliseconds = 6_000;

/** Runs of a batch that meets others at its rows. Then the store says when it is tried again. */
export const runsMax = 6;
/** Longest wait between two runs. */
export const pauseMillisecondsMax = 40;

/** Commits in one transaction. A larger one holds its rows longer and gains nothing. */
export const batchCommitsMax = 100;
/** Bytes of values in one transaction: two of the largest commits, which the wire carries in hex. */
export const batchBytesMax = 2 * 819_200;

/** Rows that housekeeping removes in one statement: a few milliseconds of locks. */
export const sweepRows = 1_000;
/** Statements of housekeeping a minute. What is left then waits for the next one. */
export const sweepsMax = 20;
/**
 * Lifetimes are rounded up to so many milliseconds: a row that is written every second keeps its
 * place in the index, and PostgreSQL need not touch the index.
 */
export const expiryGrainMilliseconds = 600_000;
