/** The connection, or the way to it, is gone: what was under way may have happened. */
export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  /** Whether that took a whole deadline: then trying again at once is of no use. */
  readonly late: boolean;

  constructor(message: string, { late }: { readonly late: boolean }) {
    super(message);
    this.late = late;
  }
}

/** The server does not let us in, or we do not trust it: in words that quote no data. */
export class LoginRefusedError extends Error {
  override readonly name = "LoginRefusedError";
  /** SQLSTATE; null where the server said none. */
  readonly state: string | null;

  constructor(words: string, state: string | null = null) {
    super(`PostgreSQL cannot be used: ${words}${state === null ? "" : ` (SQLSTATE ${state})`}`);
    this.state = state;
  }
}
