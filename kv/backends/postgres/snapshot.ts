import { UnavailableError } from "../../../base/unavailable.ts";
import type { RawRecord } from "../../store/backend.ts";
import { encodeCounter } from "../../store/counter.ts";
import { DamagedValueError } from "../../store/damaged_value.ts";
import { decodeKey } from "../key_bytes.ts";
import type { Connection } from "./connection.ts";
import type { Row, Statement } from "./statement.ts";
import { commit } from "./statements.ts";

/** Rows that are read at a time: some hundred kilobytes, and of pieces of long values 16 MB. */
const pageRows = 250;

/**
 * Yields the whole table as of one moment: one read-only transaction, at an isolation level at
 * which all of its statements see the same state (PostgreSQL 15 §13.2.2). It locks no row, so that
 * writers continue; replaced rows stay on the disk until it ends.
 *
 * @param open opens a separate connection, since the read lasts as long as its consumer
 */
export async function* snapshotOfTable(open: () => Promise<Connection>): AsyncIterable<RawRecord> {
  const connection = await open();
  try {
    await ask(connection, begin);
    // Its reader may be slower than any pause that a writer is allowed.
    await ask(connection, waitForReader);
    let last: Uint8Array = new Uint8Array(0);
    for (;;) {
      const rows = await ask(connection, readAfter(last));
      for (const row of rows) yield recordOf(row);
      if (rows.length < pageRows) break;
      last = rows.at(-1)!["key"] as Uint8Array;
    }
    await ask(connection, commit);
  } finally {
    connection.close();
  }
}

const begin: Statement = {
  sql: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  parameters: [],
};

const waitForReader: Statement = {
  sql: "SET idle_in_transaction_session_timeout = 0",
  parameters: [],
};

function readAfter(last: Uint8Array): Statement {
  return {
    sql: `SELECT key, value, count, version, expires_at FROM aval_kv
      WHERE key > $1::bytea ORDER BY key ASC LIMIT $2::bigint`,
    parameters: [last, `${pageRows}`],
  };
}

async function ask(connection: Connection, statement: Statement): Promise<readonly Row[]> {
  const [answer] = await connection.exchange([statement]);
  if (answer?.kind === "done") return answer.rows;
  throw new UnavailableError(`PostgreSQL refused to read everything (SQLSTATE ${answer?.state})`);
}

function recordOf(row: Row): RawRecord {
  const key = decodeKey(row["key"] as Uint8Array);
  const { value, count, expires_at: expiry } = row;
  const expiresAt = typeof expiry === "string" ? Number(expiry) : null;
  if (value instanceof Uint8Array) {
    return { key, bytes: new Uint8Array(value), isCounter: false, expiresAt };
  }
  if (typeof count !== "string") {
    throw new DamagedValueError(key, "it is neither a value nor a counter");
  }
  return { key, bytes: encodeCounter(BigInt(count)), isCounter: true, expiresAt };
}
