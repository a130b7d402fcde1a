import postgres from "postgres";
import type { PostgresAddress } from "./address.ts";
import { ConnectionLostError, LoginRefusedError } from "./lost_connection.ts";
import { type Deadlines, keepAliveSeconds } from "./limits.ts";
import { failureOf, openSocket, type Wire } from "./socket.ts";

/** A statement with its parameters; a text that comes again is parsed once a connection. */
export interface Statement {
  readonly sql: string;
  /** Bytes for `bytea`, PostgreSQL's own text for all else. */
  readonly parameters: readonly (string | Uint8Array)[];
}

/** A row by column. Texts, bytes for `bytea`; null for null. */
export type Row = Readonly<Record<string, unknown>>;

/** What became of a statement. */
export type StatementAnswer =
  /** `command` is its tag without numbers, such as `COMMIT`; `count` the rows that it touched. */
  | {
    readonly kind: "done";
    readonly rows: readonly Row[];
    readonly command: string;
    readonly count: number;
  }
  /** The server refused it, with its SQLSTATE (PostgreSQL 15 appendix A). */
  | { readonly kind: "refused"; readonly state: string };

/** One connection to the server. It is never made again: who needs another opens another. */
export interface Connection {
  /**
   * Sends statements together, in one round trip; they run in order. Calls may overlap.
   *
   * @param milliseconds after which the connection is given up; by default `deadlines.answer`
   * @throws ConnectionLostError
   */
  exchange(
    statements: readonly Statement[],
    milliseconds?: number,
  ): Promise<readonly StatementAnswer[]>;
  /** Whether it is gone. */
  lost(): boolean;
  /** Ends it; what is under way is lost. */
  close(): void;
}

/** Levels of the SQL standard, as PostgreSQL spells them. */
export type Isolation = "read committed" | "repeatable read" | "serializable";

/** What a connection is opened with. */
export interface ConnectionOptions {
  readonly address: PostgresAddress;
  readonly isolation: Isolation;
  readonly deadlines: Deadlines;
}

/**
 * Opens a connection. This file alone names the library, and takes as little of it as there is: one
 * connection without its pool, its `begin()`, its `reserve()` and its reconnecting, which lose track
 * of a transaction whose connection ends (postgres 3.4.9, issues 1186, 1189, 1195 and 1216: later
 * statements run on the next connection, outside of any transaction, or never settle). Its socket is
 * given out once, and every answer is awaited against the loss of the connection and a deadline.
 *
 * @throws ConnectionLostError when nobody answers
 * @throws LoginRefusedError
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { address, deadlines } = options;
  const wire = await openSocket(address, deadlines.connect);
  const connection = speak(wire, options);
  try {
    await assertTakesWrites(connection, deadlines.connect);
    return connection;
  } catch (cause) {
    connection.close();
    throw isWithoutPassword(cause, address) ? withoutPassword() : cause;
  }
}

/** The server says the same of a wrong password and of none. */
function isWithoutPassword(cause: unknown, { password }: PostgresAddress): boolean {
  return cause instanceof LoginRefusedError && cause.state === "28P01" && password === null;
}

function withoutPassword(): LoginRefusedError {
  return new LoginRefusedError("it asks for a password, and PGPASSWORD is not set", "28P01");
}

/** A standby would read what is no longer so, and a server that was one may be the first again soon. */
async function assertTakesWrites(connection: Connection, milliseconds: number): Promise<void> {
  const asked = { sql: "SHOW transaction_read_only", parameters: [] };
  const [answer] = await connection.exchange([asked], milliseconds);
  if (answer?.kind !== "done") {
    throw new LoginRefusedError("it answers nothing", answer?.state ?? null);
  }
  if (answer.rows[0]?.["transaction_read_only"] === "off") return;
  throw new ConnectionLostError("PostgreSQL takes no writes: it is a standby", { late: false });
}

function speak(
  wire: Wire,
  { address, isolation, deadlines }: ConnectionOptions,
): Connection {
  let gone: Error | null = null;
  let given = false;
  const waiting = new Set<(cause: Error) => void>();

  function lose(cause: Error): void {
    if (gone !== null) return;
    gone = cause;
    for (const reject of waiting) reject(cause);
    waiting.clear();
    // Rejects what the library still holds, and forgets it.
    sql.end({ timeout: 0 }).catch(() => {});
    wire.destroy();
  }

  wire.on("error", (fault: Error) => lose(failureOf(fault)));
  const sql = postgres({
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
    onclose: () =>
      lose(new ConnectionLostError("PostgreSQL ended the connection", { late: false })),
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

  async function exchange(
    statements: readonly Statement[],
    milliseconds = deadlines.answer,
  ): Promise<readonly StatementAnswer[]> {
    if (gone !== null) throw gone;
    const { promise: loss, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    const deadline = setTimeout(
      () => lose(new ConnectionLostError("PostgreSQL does not answer", { late: true })),
      milliseconds,
    );
    try {
      const answers = Promise.all(statements.map((statement) => run(sql, statement)));
      // Whoever loses the race must not be a rejection that nobody handles.
      answers.catch(() => {});
      loss.catch(() => {});
      return await Promise.race([answers, loss]);
    } catch (cause) {
      const told = cause instanceof ConnectionLostError || cause instanceof LoginRefusedError
        ? cause
        : new ConnectionLostError("PostgreSQL ended the connection", { late: false });
      lose(told);
      throw told;
    } finally {
      clearTimeout(deadline);
      waiting.delete(reject);
    }
  }

  return {
    exchange,
    lost: () => gone !== null,
    close: () => lose(new ConnectionLostError("The store is closed", { late: false })),
  };
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

/** Wrong names and passwords, and a server that is full: told before any statement. */
function isLogin(state: string): boolean {
  return /^(?:28...|3D000|53300)$/.test(state);
}

function endsConnection(cause: unknown): boolean {
  return (cause as { severity_local?: string; severity?: string }).severity === "FATAL";
}

/** SQLSTATE of an error that the server sent; null when it did not. */
function stateOf(cause: unknown): string | null {
  return cause instanceof postgres.PostgresError ? cause.code : null;
}
