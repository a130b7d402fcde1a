import type { PostgresAddress } from "./address.ts";
import { askState, type DatabaseState, stateIn } from "./database_state.ts";
import { type ConnectionOptions, openLibrary } from "./library.ts";
import { ConnectionLostError, LoginRefusedError } from "./lost_connection.ts";
import { failureOf, openSocket, type Wire } from "./socket.ts";
import type { Statement, StatementAnswer } from "./statement.ts";

/** One connection to the server. A lost connection is never restored: open another. */
export interface Connection {
  /** The state of the database when the connection was opened. */
  readonly state: DatabaseState;
  /**
   * Sends statements together, in one round trip; they run in order. Calls may overlap.
   *
   * @param milliseconds after which the connection is abandoned; default: `deadlines.answer`
   * @throws ConnectionLostError
   */
  exchange(
    statements: readonly Statement[],
    milliseconds?: number,
  ): Promise<readonly StatementAnswer[]>;
  /** Whether the connection is lost. */
  lost(): boolean;
  /** Closes the connection; running statements fail. */
  close(): void;
}

/**
 * Opens a connection. Every answer is awaited with a deadline, and until the connection is lost.
 *
 * @throws ConnectionLostError when the server does not answer
 * @throws LoginRefusedError
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { address, deadlines } = options;
  const wire = await openSocket(address, deadlines.connect);
  const connection = speak(wire, options);
  try {
    return { ...connection, state: await assertTakesWrites(connection, deadlines.connect) };
  } catch (cause) {
    connection.close();
    throw isWithoutPassword(cause, address) ? withoutPassword() : cause;
  }
}

/**
 * Whether a login failed for a missing password: the server's message is the same as for a wrong
 * one.
 */
function isWithoutPassword(cause: unknown, { password }: PostgresAddress): boolean {
  return cause instanceof LoginRefusedError && cause.state === "28P01" && password === null;
}

function withoutPassword(): LoginRefusedError {
  return new LoginRefusedError("it requires a password, and PGPASSWORD is not set", "28P01");
}

/**
 * Refuses a server that accepts no writes: a standby returns old data, and may soon become the
 * primary again.
 */
async function assertTakesWrites(
  connection: Wired,
  milliseconds: number,
): Promise<DatabaseState> {
  const [answer] = await connection.exchange([askState], milliseconds);
  if (answer?.kind !== "done") {
    throw new LoginRefusedError("it answers nothing", answer?.state ?? null);
  }
  const state = stateIn(answer.rows[0]);
  if (state.takesWrites) return state;
  throw new ConnectionLostError("PostgreSQL accepts no writes: it is a standby", { late: false });
}

/** A connection whose database state is not read yet. */
type Wired = Omit<Connection, "state">;

function speak(wire: Wire, options: ConnectionOptions): Wired {
  const { deadlines } = options;
  let gone: Error | null = null;
  const waiting = new Set<(cause: Error) => void>();

  function lose(cause: Error): void {
    if (gone !== null) return;
    gone = cause;
    for (const reject of waiting) reject(cause);
    waiting.clear();
    library.end();
    wire.destroy();
  }

  wire.on("error", (fault: Error) => lose(failureOf(fault)));
  const library = openLibrary(
    wire,
    options,
    () => lose(new ConnectionLostError("PostgreSQL ended the connection", { late: false })),
  );

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
      const answers = Promise.all(statements.map((statement) => library.run(statement)));
      // The loser of the race must not become an unhandled rejection.
      answers.catch(() => {});
      loss.catch(() => {});
      return await Promise.race([answers, loss]);
    } catch (cause) {
      const failure = cause instanceof ConnectionLostError || cause instanceof LoginRefusedError
        ? cause
        : new ConnectionLostError("PostgreSQL ended the connection", { late: false });
      lose(failure);
      throw failure;
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
