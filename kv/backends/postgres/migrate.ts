import { BusyError } from "../../store/backend.ts";
import type { Connection } from "./connection.ts";
import type { Row, Statement } from "./statement.ts";

/**
 * The one table:
 *
 * | Column       | What                                                                             |
 * | ------------ | -------------------------------------------------------------------------------- |
 * | `key`        | `../key_bytes.ts`                                                                |
 * | `value`      | the bytes of a value; null for a counter                                         |
 * | `count`      | a counter; null for a value                                                      |
 * | `version`    | different after every write and never used again: `batch.ts`                     |
 * | `expires_at` | milliseconds since 1970, after which housekeeping may remove the row; null: never |
 */
function createTable(engine: string): string {
  // YugabyteDB would spread the keys by a hash, and read every row for a range.
  const order = engine.includes("-YB-") ? " ASC" : "";
  return `CREATE TABLE IF NOT EXISTS aval_kv (
    key bytea NOT NULL,
    value bytea,
    count bigint,
    version text NOT NULL,
    expires_at bigint,
    PRIMARY KEY (key${order}),
    CONSTRAINT aval_kv_one_kind CHECK ((value IS NULL) <> (count IS NULL))
  )`;
}

const createIndex =
  "CREATE INDEX IF NOT EXISTS aval_kv_expiry ON aval_kv (expires_at) WHERE expires_at IS NOT NULL";

/** Last thing that is made: where it is, all is. */
const findLast =
  "SELECT 1 AS found FROM pg_catalog.pg_indexes WHERE tablename = 'aval_kv' AND indexname = 'aval_kv_expiry' AND schemaname = current_schema()";

/** Two processes that make the same thing: one gets an error that it is there, of one of these states. */
const rivalStates = ["23505", "42710", "42P07", "40001", "40P01", "XX000", "55P03"];

/**
 * Makes the table unless it is there: any number of times, by any number of processes at once. A
 * user who may not make tables finds one that was made for him, and the index is searched for first,
 * since making it would stop all writes for a moment.
 *
 * @throws BusyError when another process is just doing it
 * @throws Error when it cannot be made
 */
export async function migrate(connection: Connection): Promise<void> {
  if ((await ask(connection, findLast)).length > 0) return;
  const [engine] = await ask(connection, "SELECT version() AS engine");
  await ask(connection, createTable(String(engine?.["engine"])));
  await ask(connection, createIndex);
}

async function ask(connection: Connection, sql: string): Promise<readonly Row[]> {
  const statement: Statement = { sql, parameters: [] };
  const [answer] = await connection.exchange([statement]);
  if (answer?.kind === "done") return answer.rows;
  const state = answer?.state ?? "none";
  if (rivalStates.includes(state)) throw new BusyError("Another process prepares the database");
  throw new Error(
    state === "42501"
      ? "AVAL_KV: the database's user may not make the table aval_kv in its schema; grant CREATE, or make it once as another user"
      : `AVAL_KV: the table aval_kv cannot be made (SQLSTATE ${state})`,
  );
}
