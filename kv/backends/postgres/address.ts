/** The address of a PostgreSQL server, and the connection parameters. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Null: the name of the process's user. */
  readonly user: string | null;
  /** Null: no password. */
  readonly password: string | null;
  readonly tls: PostgresTls;
}

/** The protection of the connection: `sslmode` of the address. */
export type PostgresTls =
  /** Plain. */
  | { readonly kind: "disable" }
  /** Encrypted, without checking the server's identity. */
  | { readonly kind: "require" }
  /**
   * Encrypted; certificate and host name are checked, with a file of roots or the system's roots.
   */
  | { readonly kind: "verify-full"; readonly rootsFile: string | null };
