import { BusyError } from "../../store/backend.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { locksOf, type Plan, planBatch, type Prepared } from "./batch.ts";
import type { Connection } from "./connection.ts";
import { presumedOf, presumingLocks } from "./presumed.ts";
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

/** What became of a batch. */
export type BatchOutcome =
  /** Of each commit its versionstamp, or null: a check did not hold. */
  | { readonly kind: "done"; readonly outcomes: readonly (string | null)[] }
  /** Nothing happened, since it met another transaction. `late`: it waited a whole deadline. */
  | { readonly kind: "met"; readonly late: boolean }
  /** Nothing happened, since the database refused it, with its SQLSTATE. */
  | { readonly kind: "refused"; readonly state: string };

/**
 * States after which a batch runs again: two transactions that met (40001, 40P01), a row that was
 * made meanwhile (23505). PostgreSQL 15 §13.5.
 */
const metStates = ["40001", "40P01", "23505"];
/** A lock or a statement that took its whole time. */
const lateStates = ["55P03", "57014"];
/** The server has become a standby: another one, behind a new connection, takes writes. */
const standbyState = "25006";
/** CockroachDB: it does not know itself. PostgreSQL 15 appendix A. */
const unknownState = "40003";

/** What a wrong presumption makes a statement of: a division by zero, or a row that is in the way. */
const presumedWronglyStates = ["22012", "23505"];

/**
 * Runs a batch in one transaction. Its checks are presumed to hold, so that locks, writes and commit
 * travel in one round trip; where one does not, nothing happened, and a batch of several is judged
 * by what stands there. Right at READ COMMITTED, and so at anything stronger: every row that a check names
 * is locked until the end.
 *
 * @param batchId part of every versionstamp that it writes; never given twice
 * @param looksFirst for a batch of which a check is likely to be lost: two round trips, never three
 * @throws BusyError when the connection was lost before anything could happen
 * @throws UnavailableError when it is not known what happened
 */
export async function runBatch(
  connection: Connection,
  commits: readonly Prepared[],
  batchId: string,
  { looksFirst = false }: { readonly looksFirst?: boolean } = {},
): Promise<BatchOutcome> {
  const presumed = looksFirst ? null : presumedOf(commits);
  if (presumed === null) return await runJudged(connection, commits, batchId);
  const outcome = await runPresumed(connection, commits, { presumed, batchId });
  if (outcome !== null) return outcome;
  // Whose check it was is known of one alone.
  if (commits.length === 1) return { kind: "done", outcomes: [null] };
  return await runJudged(connection, commits, batchId);
}

/** @returns null when nothing happened, since a check does not hold */
async function runPresumed(
  connection: Connection,
  commits: readonly Prepared[],
  { presumed, batchId }: {
    readonly presumed: ReadonlyMap<string, string>;
    readonly batchId: string;
  },
): Promise<BatchOutcome | null> {
  const plan = planBatch(commits, { found: presumed, batchId });
  const written = await writing(connection, [
    begin(batchId),
    ...presumingLocks(commits, presumed),
    ...writesOf(plan, batchId),
    commit,
  ]);
  const refused = firstRefusal(written);
  leaveStandby(connection, refused);
  // Without its beginning no write did anything, and the commit says that it is done all the same.
  if (written[0]?.kind === "refused") return notDone(written[0].state);
  if (refused !== null && presumedWronglyStates.includes(refused)) return null;
  return judge(written, plan);
}

/** In two round trips: locks, then writes and commit. */
async function runJudged(
  connection: Connection,
  commits: readonly Prepared[],
  batchId: string,
): Promise<BatchOutcome> {
  const { toWrite, toKeep } = locksOf(commits);
  const locked = await locking(connection, [
    begin(batchId),
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
  return judge(await writing(connection, [...writesOf(plan, batchId), commit]), plan);
}

/** Ends a transaction that has only locked; a connection that does not end it is left. */
async function letGo(connection: Connection): Promise<void> {
  const [ended] = await locking(connection, [rollback]);
  if (ended?.kind !== "done") connection.close();
}

function leaveStandby(connection: Connection, refused: string | null): void {
  if (refused !== standbyState) return;
  connection.close();
  throw new BusyError("PostgreSQL takes no writes: it is a standby");
}

function writesOf(
  { inserts, upserts, adds, removes }: Plan,
  batchId: string,
): readonly Statement[] {
  return [
    ...(inserts.length === 0 ? [] : [insert(inserts, batchId)]),
    ...(upserts.length === 0 ? [] : [upsert(upserts, batchId)]),
    ...(removes.length === 0 ? [] : [remove(removes, batchId)]),
    // Last: counters are what most batches meet at.
    ...(adds.length === 0 ? [] : [addUp(adds, batchId)]),
  ];
}

/**
 * A refused write makes the commit a rollback, which its answer says. A commit that is refused
 * itself for another reason than that it met somebody may have happened.
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
  throw new Error("PostgreSQL rolled a transaction back and does not say why");
}

function notDone(state: string): BatchOutcome {
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

function bytesOf(key: string): Uint8Array {
  return Uint8Array.fromHex(key);
}

/** A transaction whose connection ends before its commit is rolled back. */
async function locking(connection: Connection, statements: readonly Statement[]) {
  try {
    return await connection.exchange(statements);
  } catch (cause) {
    throw cause instanceof ConnectionLostError ? notReached(cause) : cause;
  }
}

/** One whose commit was sent may have happened. */
async function writing(connection: Connection, statements: readonly Statement[]) {
  if (connection.lost()) throw new BusyError("The connection was lost before the commit");
  try {
    return await connection.exchange(statements);
  } catch (cause) {
    throw cause instanceof ConnectionLostError ? unknownOutcome(cause) : cause;
  }
}

/** Nothing happened: soon it may, unless that took a whole deadline already. */
export function notReached(cause: ConnectionLostError): Error {
  return cause.late
    ? new UnavailableError(cause.message, { cause })
    : new BusyError(cause.message, { cause });
}

function unknownOutcome(cause?: ConnectionLostError): UnavailableError {
  return new UnavailableError("PostgreSQL did not say whether it committed", { cause });
}
