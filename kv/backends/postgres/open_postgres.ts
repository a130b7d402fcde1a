import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import {
  type Backend,
  BusyError,
  type Page,
  type PageOptions,
  type Versioned,
} from "../../store/backend.ts";
import { encodeCounter } from "../../store/counter.ts";
import { DamagedValueError } from "../../store/damaged_value.ts";
import type { Key, KeyRange } from "../../store/key.ts";
import type { RetryDependencies } from "../../store/retry.ts";
import { decodeKey, encodeKey, encodeRange, following } from "../key_bytes.ts";
import type { PostgresAddress } from "./address.ts";
import { prepare } from "./batch.ts";
import { openConnection } from "./connection.ts";
import type { Isolation } from "./library.ts";
import { ConnectionLostError } from "./lost_connection.ts";
import {
  type Deadlines,
  deadlines as usualDeadlines,
  expiryGrainMilliseconds,
  readersMax,
  snapshotMilliseconds,
  sweepRows,
  sweepsMax,
  writersMax,
} from "./limits.ts";
import { commitBatchAtOnce } from "./commit_at_once.ts";
import { migrate, type Migrated } from "./migrate.ts";
import { openSlot, type Slot } from "./slot.ts";
import type { Row, Statement } from "./statement.ts";
import { snapshotOfTable } from "./snapshot.ts";
import { readPage, readRows, sweep } from "./statements.ts";
import { notReached, runBatch } from "./transaction.ts";
import { openWriters } from "./writers.ts";

/** Dependencies of opening PostgreSQL. */
export interface OpenPostgres extends RetryDependencies {
  readonly address: PostgresAddress;
  readonly clock: Clock;
  /** Isolation level of every transaction; tests also use stronger ones than needed. */
  readonly isolation?: Isolation;
  /** Log for a database that needs two round trips a commit. */
  readonly log?: Pick<Log, "warn">;
  /** Tests also use the path of a database without the function. */
  readonly commitsAtOnce?: boolean;
  /** Tests use shorter deadlines. */
  readonly deadlines?: Deadlines;
}

/**
 * Opens PostgreSQL, or an engine with its protocol, as a backend: one table, which is made if
 * missing. Concurrent commits share a transaction; every row that a commit checks is locked or
 * written.
 *
 * @throws BusyError when the server does not answer
 * @throws Error with the remedy, when the login or the table is wrong
 */
export async function openPostgres(
  {
    address,
    clock,
    isolation = "read committed",
    deadlines = usualDeadlines,
    commitsAtOnce = true,
    log,
    random,
    pause,
  }: OpenPostgres,
): Promise<Backend> {
  const newSlot = () => openSlot(() => openConnection({ address, isolation, deadlines }));
  const readers = Array.from({ length: readersMax }, newSlot);
  const writing = Array.from({ length: writersMax }, newSlot);
  const slots = [...readers, ...writing];
  const now = () => clock.now().epochMilliseconds;
  let turn = 0;

  async function ask(statement: Statement): Promise<readonly Row[]> {
    const slot = readers[turn++ % readers.length] as Slot;
    return (await askAt(slot, statement)).rows;
  }

  const migrated = await migrateAt(readers[0] as Slot, log).catch((cause) => {
    for (const slot of slots) slot.close();
    throw cause;
  });
  const run = migrated.commitsAtOnce && commitsAtOnce ? commitBatchAtOnce : runBatch;
  const writers = openWriters(writing, { random, pause, patience: deadlines.commit, run });
  return {
    read: (keys) => readAll(ask, keys),
    page: (range, options) => page(ask, range, options),
    commit: async (raw) =>
      await writers.commit(prepare(raw, (milliseconds) => roundedUp(now() + milliseconds))),
    sweep: async () => {
      let swept = 0;
      for (let sweeps = 0; sweeps < sweepsMax; sweeps++) {
        const { count } = await askAt(readers[0] as Slot, sweep(now(), sweepRows));
        swept += count;
        if (count < sweepRows) break;
      }
      return swept;
    },
    snapshot: () => {
      const slow = { statement: snapshotMilliseconds, answer: snapshotMilliseconds };
      const patient = { ...deadlines, ...slow };
      return snapshotOfTable(() => openConnection({ address, isolation, deadlines: patient }));
    },
    close: () => {
      writers.close();
      for (const slot of slots) slot.close();
    },
  };
}

async function migrateAt(slot: Slot, log: OpenPostgres["log"]): Promise<Migrated> {
  const migrated = await migrate(await slot.connection());
  const { refused } = migrated;
  if (refused !== null) log?.warn("postgres_commits_in_two_round_trips", { sqlstate: refused });
  return migrated;
}

async function askAt(slot: Slot, statement: Statement) {
  const connection = await slot.connection();
  try {
    const [answer] = await connection.exchange([statement]);
    if (answer?.kind === "done") return answer;
    throw refusedReading(answer?.state ?? "");
  } catch (cause) {
    throw cause instanceof ConnectionLostError ? notReached(cause) : cause;
  }
}

function refusedReading(state: string): Error {
  if (/^(?:40001|40P01)$/.test(state)) return new BusyError("Transactions met");
  if (/^(?:55P03|57014)$/.test(state)) return new UnavailableError("PostgreSQL took too long");
  return new Error(`PostgreSQL refused a statement (SQLSTATE ${state})`);
}

async function readAll(
  ask: (statement: Statement) => Promise<readonly Row[]>,
  keys: readonly Key[],
): Promise<readonly (Versioned | null)[]> {
  const encoded = keys.map(encodeKey);
  const found = new Map<string, Versioned>();
  for (const row of await ask(readRows(encoded))) {
    found.set((row["key"] as Uint8Array).toHex(), versioned(row));
  }
  return encoded.map((key) => found.get(key.toHex()) ?? null);
}

async function page(
  ask: (statement: Statement) => Promise<readonly Row[]>,
  range: KeyRange,
  { limit, reverse, cursor }: PageOptions,
): Promise<Page> {
  const { start, end } = encodeRange(range);
  const last = cursor === null ? null : Uint8Array.fromHex(cursor);
  const rows = await ask(readPage({
    start: last === null || reverse ? start : following(last),
    end: last === null || !reverse ? end : last,
    limit,
    reverse,
  }));
  const lastKey = rows.length < limit ? undefined : rows.at(-1)?.["key"];
  return {
    entries: rows.map(versioned),
    cursor: lastKey === undefined ? null : (lastKey as Uint8Array).toHex(),
  };
}

function versioned(row: Row): Versioned {
  const key = decodeKey(row["key"] as Uint8Array);
  const { value, count } = row;
  const versionstamp = row["version"] as string;
  if (value instanceof Uint8Array) return { key, bytes: new Uint8Array(value), versionstamp };
  if (typeof count !== "string") {
    throw new DamagedValueError(key, "it is neither a value nor a counter");
  }
  return { key, bytes: encodeCounter(BigInt(count)), versionstamp };
}

function roundedUp(milliseconds: number): number {
  return Math.ceil(milliseconds / expiryGrainMilliseconds) * expiryGrainMilliseconds;
}
