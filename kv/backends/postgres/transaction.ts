import { BusyError } from "../../backend.ts";
import { UnavailableError } from "../../../core/ports/unavailable.ts";
import { locksOf, type Plan, planBatch, type Prepared } from "./batch.ts";
import { type Connection, ConnectionLostError, type StatementAnswer } from "./connection.ts";
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
/** CockroachDB: it does not know itself. PostgreSQL 15 appendix A. */
const unknownState = "40003";

/**
 * Runs a batch in one transaction, in two round trips: locks, then writes and commit. Right at READ
 * COMMITTED, and so at anything stronger: every row that a check names is locked until the end.
 *
 * @param batchId part of every versionstamp that it writes; never given twice
 * @throws BusyError when the connection was lost before anything could happen
 * @throws UnavailableError when it is not known what happened
 */
export async function runBatch(
  connection: Connection,
  commits: readonly Prepared[],
  batchId: string,
): Promise<BatchOutcome> {
  const { toWrite, toKeep } = locksOf(commits);
  const locking = [
    begin,
    ...(toWrite.length === 0 ? [] : [lockToWrite(toWrite.map(bytesOf))]),
    ...(toKeep.length === 0 ? [] : [lockToKeep(toKeep.map(bytesOf))]),
  ];
  const locked = await beforeWrites(() => connection.exchange(locking));
  const refused = firstRefusal(locked);
  if (refused !== null) return await undo(connection, refused);
  const plan = planBatch(commits, { found: versionsOf(locked), batchId });
  const writes = writesOf(plan);
  if (plan.outcomes.every((outcome) => outcome === null)) {
    await beforeWrites(() => connection.exchange([rollback]));
    return { kind: "done", outcomes: plan.outcomes };
  }
  const written = await afterWrites(() => connection.exchange([...writes, commit]));
  return judge(written, plan);
}

function writesOf({ inserts, upserts, adds, removes }: Plan) {
  return [
    ...(inserts.length === 0 ? [] : [insert(inserts)]),
    ...(upserts.length === 0 ? [] : [upsert(upserts)]),
    ...(removes.length === 0 ? [] : [remove(removes)]),
    // Last: counters are what most batches meet at.
    ...(adds.length === 0 ? [] : [addUp(adds)]),
  ];
}

/** A refused statement makes the commit a rollback, which the answer to the commit says. */
function judge(written: readonly StatementAnswer[], { outcomes }: Plan): BatchOutcome {
  const refused = firstRefusal(written);
  if (refused === unknownState) throw unknownOutcome();
  if (refused !== null) return notDone(refused);
  const last = written.at(-1);
  if (last?.kind === "done" && last.command === "COMMIT") return { kind: "done", outcomes };
  throw new Error("PostgreSQL rolled a transaction back and does not say why");
}

async function undo(connection: Connection, state: string): Promise<BatchOutcome> {
  await beforeWrites(() => connection.exchange([rollback]));
  return notDone(state);
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
async function beforeWrites<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw cause instanceof ConnectionLostError ? notReached(cause) : cause;
  }
}

async function afterWrites<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
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
