import postgres from "postgres";
import type { PostgresAddress } from "./address.ts";
import { ConnectionLostError, LoginRefusedError } from "./lost_connection.ts";
import { type Deadlines, keepAliveSeconds } from "./limits.ts";
import type { Wire } from "./socket.ts";
import type { Statement, StatementAnswer } from "./statement.ts";

/** Isolation levels of the SQL standard, in PostgreSQL's spelling. */
export type Isolation = "read committed" | "repeatable read" | "serializable";

/** Options of a connection. */
export interface ConnectionOptions {
  readonly address: PostgresAddress;
  readonly isolation: Isolation;
  readonly deadlines: Deadlines;
}

/** A connection of the library. */
export interface LibraryConnection {
  /**
   * Runs one statement; concurrent ones run in order.
   *
   * @throws LoginRefusedError
   * @throws ConnectionLostError when the server ends the connection
   */
  run(statement: Statement): Promise<StatementAnswer>;
  /** Rejects and drops running statements. */
  end(): void;
}

/**
 * Opens a connection of the library over a socket. Only this file uses the library, and only one
 * connection without pool, `begin()`, `reserve()` and reconnecting, which lose track of a
 * transaction whose connection ends (postgres 3.4.9, issues 1186, 1189, 1195 and 1216: later
 * statements run on the next connection, outside of any transaction, or never settle). The library
 * receives the socket once.
 *
 * @param onclose called when the connection has ended
 */
export function openLibrary(
  wire: Wire,
  options: ConnectionOptions,
  onclose: () => void,
): LibraryConnection {
  const sql = openSql(wire, options, onclose);
  return {
    run: (statement) => run(sql, statement),
    end: () => void sql.end({ timeout: 0 }).catch(() => {}),
  };
}

function openSql(
  wire: Wire,
  { address, isolation, deadlines }: ConnectionOptions,
  onclose: () => void,
): postgres.Sql {
  let given = false;
  return postgres({
    host: address.host,
    port: address.port,
    database: address.database,
    ...(address.user === null ? {} : { user: address.user }),
    ...(address.password === null ? {} : { password: address.password }),
    ssl: false,
    max: 1,
    // Named although most have this default: PG* of the environment would change them.
    max_lifetime: null,
    idle_timeout: 0,
    max_pipeline: 100,
    prepare: true,
    debug: false,
    sslnegotiation: null,
    keep_alive: keepAliveSeconds,
    // Its timer would outlive a connection that is lost before it is ready; ours does not.
    connect_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    onclose,
    socket: () => {
      if (given) throw new ConnectionLostError("The connection is gone", { late: false });
      given = true;
      return Object.assign(wire, { host: address.host });
    },
    connection: {
      application_name: "aval",
      bytea_output: "hex",
      // A plan made while the table was small stays with the statement: no read goes by anything but a key.
      enable_seqscan: "off",
      default_transaction_isolation: isolation,
      statement_timeout: deadlines.statement,
      lock_timeout: deadlines.lock,
      idle_in_transaction_session_timeout: deadlines.idleInTransaction,
    },
    // The library's types lack the socket that its documentation describes.
  } as postgres.Options<Record<string, never>>);
}

async function run(
  sql: postgres.Sql,
  { sql: text, parameters }: Statement,
): Promise<StatementAnswer> {
  try {
    const rows = await sql.unsafe(text, [...parameters], { prepare: parameters.length > 0 });
    return { kind: "done", rows, command: rows.command, count: rows.count };
  } catch (cause) {
    const state = stateOf(cause);
    if (state === null) throw cause;
    if (isLogin(state)) throw new LoginRefusedError(`${(cause as Error).message}`, state);
    if (endsConnection(cause)) {
      throw new ConnectionLostError("PostgreSQL ended the connection", { late: false });
    }
    return { kind: "refused", state };
  }
}

/**
 * Whether an SQLSTATE belongs to a failed login: a wrong name or password, or a full server. Known
 * before any statement runs.
 */
function isLogin(state: string): boolean {
  return /^(?:28...|3D000|53300)$/.test(state);
}

function endsConnection(cause: unknown): boolean {
  return (cause as { severity_local?: string; severity?: string }).severity === "FATAL";
}

/** SQLSTATE of an error from the server; null for other errors. */
function stateOf(cause: unknown): string | null {
  return cause instanceof postgres.PostgresError ? cause.code : null;
}
