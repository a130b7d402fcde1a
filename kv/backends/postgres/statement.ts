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
