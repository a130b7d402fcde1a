/** A statement with its parameters; each text is parsed once a connection. */
export interface Statement {
  readonly sql: string;
  /** Bytes for `bytea`, PostgreSQL's text form for all others. */
  readonly parameters: readonly (string | Uint8Array)[];
}

/** A row by column: texts, bytes for `bytea`, null for null. */
export type Row = Readonly<Record<string, unknown>>;

/** The outcome of a statement. */
export type StatementAnswer =
  /**
   * `command` is its tag without numbers, such as `COMMIT`; `count` the number of affected rows.
   */
  | {
    readonly kind: "done";
    readonly rows: readonly Row[];
    readonly command: string;
    readonly count: number;
  }
  /** The server refused the statement with an SQLSTATE (PostgreSQL 15 appendix A). */
  | { readonly kind: "refused"; readonly state: string };
