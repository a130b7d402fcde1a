import { BusyError } from "../../store/backend.ts";
import { commitFunction } from "./commit_function.ts";
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

/**
 * SQLSTATEs for a concurrent creation of the same object: one of two processes gets such an error.
 */
const rivalStates = [
  "23505",
  "42710",
  "42723",
  "42P07",
  "40001",
  "40P01",
  "XX000",
  "55P03",
];

/** The state of a migrated database. */
export interface Migrated {
  /** Whether a batch can be committed in one statement. */
  readonly commitsAtOnce: boolean;
  /** SQLSTATE of the refused function; null: it exists. */
  readonly refused: string | null;
}

/**
 * Makes the table and the function unless they exist, any number of times and in any number of
 * processes at once. A user without the right to make tables uses one that exists, and the index is
 * looked for first (`database_state.ts`), since making it would block all writes for a moment.
 * Without the right to make functions, or on an engine without them, commits take two round trips.
 *
 * @throws BusyError while another process migrates
 * @throws Error when the table cannot be made
 */
export async function migrate(connection: Connection): Promise<Migrated> {
  const { hasTable, commitFunction: found } = connection.state;
  if (!hasTable) {
    const [engine] = await ask(connection, "SELECT version() AS engine");
    await ask(connection, createTable(String(engine?.["engine"])));
    await ask(connection, createIndex);
  }
  if (found === "withheld") return { commitsAtOnce: false, refused: "42501" };
  if (found === "usable") return { commitsAtOnce: true, refused: null };
  const [answer] = await connection.exchange([{ sql: commitFunction, parameters: [] }]);
  if (answer?.kind === "done") return { commitsAtOnce: true, refused: null };
  const refused = answer?.state ?? "none";
  if (rivalStates.includes(refused)) throw rival();
  return { commitsAtOnce: false, refused };
}

function rival(): BusyError {
  return new BusyError("Another process prepares the database");
}

async function ask(connection: Connection, sql: string): Promise<readonly Row[]> {
  const statement: Statement = { sql, parameters: [] };
  const [answer] = await connection.exchange([statement]);
  if (answer?.kind === "done") return answer.rows;
  const state = answer?.state ?? "none";
  if (rivalStates.includes(state)) throw rival();
  throw new Error(
    state === "42501"
      ? "AVAL_KV: the database's user may not make the table aval_kv in its schema; grant CREATE, or make it once as another user"
      : `AVAL_KV: the table aval_kv cannot be made (SQLSTATE ${state})`,
  );
}
