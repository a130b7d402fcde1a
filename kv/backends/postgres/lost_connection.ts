/** The connection is lost: running statements may have happened. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  /** Whether a whole deadline passed, in which case an immediate retry is useless. */
  readonly late: boolean;

  constructor(message: string, { late }: { readonly late: boolean }) {
    super(message);
    this.late = late;
  }
}

/** The server refuses the login, or is not trusted: a message without data. */
export class LoginRefusedError extends Error {
  override readonly name = "LoginRefusedError";
  /** SQLSTATE; null if the server sent none. */
  readonly state: string | null;

  constructor(words: string, state: string | null = null) {
    super(`PostgreSQL cannot be used: ${words}${state === null ? "" : ` (SQLSTATE ${state})`}`);
    this.state = state;
  }
}
