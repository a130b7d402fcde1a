import { BusyError } from "../../store/backend.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { locksOf, type Plan, planBatch, type Prepared } from "./batch.ts";
import type { Connection } from "./connection.ts";
import type { Statement, StatementAnswer } from "./statement.ts";
import { ConnectionLostError } from "./lost_connection.ts";
import {
  addUp,
  begin,
  commit,
  insert,
  lockToKeep,
  lockToWrite,
  remove,
  rollback,
  upsert,
} from "./statements.ts";

/** The outcome of a batch. */
export type BatchOutcome =
  /** For each commit its versionstamp, or null when a check failed. */
  | { readonly kind: "done"; readonly outcomes: readonly (string | null)[] }
  /**
   * Nothing happened because of a conflict with another transaction. `late`: a whole deadline
   * passed.
   */
  | { readonly kind: "met"; readonly late: boolean }
  /** Nothing happened: the database refused the batch with this SQLSTATE. */
  | { readonly kind: "refused"; readonly state: string };

/**
 * SQLSTATEs after which a batch runs again: two transactions conflicted (40001, 40P01), or a row
 * was made meanwhile (23505). PostgreSQL 15 §13.5.
 */
const metStates = ["40001", "40P01", "23505"];
/** SQLSTATEs of a lock or a statement that reached its deadline. */
const lateStates = ["55P03", "57014"];
/** The server has become a standby: another one, behind a new connection, accepts writes. */
const standbyState = "25006";
/** CockroachDB: the outcome is unknown even to the server. PostgreSQL 15 appendix A. */
export const unknownState = "40003";

/**
 * Runs a batch in one transaction, in two round trips: locks, then writes and commit. Used for a
 * database without the function of `commit_function.ts`. Correct at READ COMMITTED and stronger
 * levels: every row that a check names is locked until the end.
 *
 * @param batchId part of every versionstamp that the batch writes; unique
 * @throws BusyError when the connection was lost before anything could happen
 * @throws UnavailableError when the outcome is unknown
 */
export async function runBatch(
  connection: Connection,
  commits: readonly Prepared[],
  batchId: string,
): Promise<BatchOutcome> {
  const { toWrite, toKeep } = locksOf(commits);
  if (toWrite.length + toKeep.length === 0) {
    const plan = planBatch(commits, { found: new Map(), batchId });
    const written = await writing(connection, [begin, ...writesOf(plan), commit]);
    leaveStandby(connection, firstRefusal(written));
    // Without its beginning each statement stood for itself, and what was added was added.
    if (written[0]?.kind !== "done") throw unknownOutcome();
    return judge(written, plan);
  }
  const locked = await locking(connection, [
    begin,
    ...(toWrite.length === 0 ? [] : [lockToWrite(toWrite.map(bytesOf))]),
    ...(toKeep.length === 0 ? [] : [lockToKeep(toKeep.map(bytesOf))]),
  ]);
  const refused = firstRefusal(locked);
  leaveStandby(connection, refused);
  if (refused !== null) {
    await letGo(connection);
    return notDone(refused);
  }
  const plan = planBatch(commits, { found: versionsOf(locked), batchId });
  if (plan.outcomes.every((outcome) => outcome === null)) {
    await letGo(connection);
    return { kind: "done", outcomes: plan.outcomes };
  }
  return judge(await writing(connection, [...writesOf(plan), commit]), plan);
}

/** Ends a transaction that has only locks; an unresponsive connection is abandoned. */
async function letGo(connection: Connection): Promise<void> {
  const [ended] = await locking(connection, [rollback]);
  if (ended?.kind !== "done") connection.close();
}

/**
 * Closes the connection of a server that has become a standby.
 *
 * @throws BusyError in that case
 */
export function leaveStandby(connection: Connection, refused: string | null): void {
  if (refused !== standbyState) return;
  connection.close();
  throw new BusyError("PostgreSQL accepts no writes: it is a standby");
}

function writesOf({ inserts, upserts, adds, removes }: Plan): readonly Statement[] {
  return [
    ...(inserts.length === 0 ? [] : [insert(inserts)]),
    ...(upserts.length === 0 ? [] : [upsert(upserts)]),
    ...(removes.length === 0 ? [] : [remove(removes)]),
    // Last: counters are what most batches meet at.
    ...(adds.length === 0 ? [] : [addUp(adds)]),
  ];
}

/**
 * Judges the answers of a commit. A refused write turns the commit into a rollback, which its
 * answer states. A commit that was itself refused, for a reason other than a conflict, may have
 * happened.
 */
function judge(written: readonly StatementAnswer[], { outcomes }: Plan): BatchOutcome {
  const refused = firstRefusal(written.slice(0, -1));
  const last = written.at(-1);
  if (refused === unknownState || last === undefined) throw unknownOutcome();
  if (refused !== null) return notDone(refused);
  if (last.kind === "refused") {
    if (metStates.includes(last.state)) return notDone(last.state);
    throw unknownOutcome();
  }
  if (last.command === "COMMIT") return { kind: "done", outcomes };
  throw new Error("PostgreSQL rolled a transaction back without a reason");
}

/** The outcome of a batch that was refused with this SQLSTATE before its commit. */
export function notDone(state: string): BatchOutcome {
  if (metStates.includes(state)) return { kind: "met", late: false };
  if (lateStates.includes(state)) return { kind: "met", late: true };
  return { kind: "refused", state };
}

function firstRefusal(answers: readonly StatementAnswer[]): string | null {
  for (const answer of answers) if (answer.kind === "refused") return answer.state;
  return null;
}

function versionsOf(answers: readonly StatementAnswer[]): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const answer of answers) {
    if (answer.kind !== "done") continue;
    for (const { key, version } of answer.rows) {
      versions.set((key as Uint8Array).toHex(), version as string);
    }
  }
  return versions;
}

/** The bytes of a key from its hexadecimal. */
export function bytesOf(key: string): Uint8Array {
  return Uint8Array.fromHex(key);
}

/** Sends locks: a transaction whose connection ends before its commit is rolled back. */
async function locking(connection: Connection, statements: readonly Statement[]) {
  try {
    return await connection.exchange(statements);
  } catch (cause) {
    throw cause instanceof ConnectionLostError ? notReached(cause) : cause;
  }
}

/** Sends writes and commit: once sent, a commit may have happened. */
export async function writing(connection: Connection, statements: readonly Statement[]) {
  if (connection.lost()) throw new BusyError("The connection was lost before the commit");
  try {
    return await connection.exchange(statements);
  } catch (cause) {
    throw cause instanceof ConnectionLostError ? unknownOutcome(cause) : cause;
  }
}

/** The error when nothing happened: retry soon, unless a whole deadline passed. */
export function notReached(cause: ConnectionLostError): Error {
  return cause.late
    ? new UnavailableError(cause.message, { cause })
    : new BusyError(cause.message, { cause });
}

/** The error of a commit with an unknown outcome. */
export function unknownOutcome(cause?: ConnectionLostError): UnavailableError {
  return new UnavailableError("PostgreSQL did not say whether it committed", { cause });
}
