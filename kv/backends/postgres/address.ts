/** Where a PostgreSQL server is, and how to speak to it. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Null: the name of the process's own user. */
  readonly user: string | null;
  /** Null: none was given. */
  readonly password: string | null;
  readonly tls: PostgresTls;
}

/** How the connection is protected; `sslmode` of the address. */
export type PostgresTls =
  /** Plain. */
  | { readonly kind: "disable" }
  /** Encrypted; who answers is not checked. */
  | { readonly kind: "require" }
  /** Encrypted; certificate and host name are checked, by a file of roots or the system's. */
  | { readonly kind: "verify-full"; readonly rootsFile: string | null };
