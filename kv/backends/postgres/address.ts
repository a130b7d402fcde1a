import { kindOf } from "../../store/location.ts";

/** Where a PostgreSQL server is, and how to speak to it. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Null: `PGUSER` of the environment. */
  readonly user: string | null;
  /** Null: `PGPASSWORD` of the environment, or none. */
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

const parametersKnown = ["sslmode", "sslrootcert"];

/**
 * Reads `postgres://user:password@host:port/database?sslmode=...`, as libpq does but for its default
 * (PostgreSQL 15 §34.1.1): without `sslmode` it is `verify-full`, and plain on this machine alone.
 * `allow` and `prefer` are refused, since both may end up plain and say nothing.
 *
 * @throws Error that says what to do and quotes nothing of the address
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || kindOf(text) !== "postgres") {
    throw new Error("AVAL_KV: expected an address such as postgres://user@host:5432/database");
  }
  if (url.hostname === "" || url.pathname.length < 2) {
    throw new Error("AVAL_KV: the address of the database needs a host and a database's name");
  }
  for (const name of url.searchParams.keys()) {
    if (!parametersKnown.includes(name)) {
      throw new Error(
        `AVAL_KV: only ${
          parametersKnown.join(" and ")
        } are understood after the "?" of the address`,
      );
    }
  }
  const host = decoded(url.hostname).replace(/^\[|\]$/g, "");
  return {
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    database: decoded(url.pathname.slice(1)),
    user: url.username === "" ? null : decoded(url.username),
    password: url.password === "" ? null : decoded(url.password),
    tls: tlsOf(url.searchParams, host),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('AVAL_KV: write a "%" of the address as %25');
  }
}

function tlsOf(parameters: URLSearchParams, host: string): PostgresTls {
  const rootsFile = parameters.get("sslrootcert");
  const mode = parameters.get("sslmode") ?? (isThisMachine(host) ? "disable" : "verify-full");
  switch (mode) {
    case "disable":
    case "require":
      if (rootsFile === null) return { kind: mode };
      throw new Error(`AVAL_KV: sslrootcert needs sslmode=verify-full, not ${mode}`);
    case "verify-full":
      return { kind: mode, rootsFile: rootsFile === "system" ? null : rootsFile };
    default:
      throw new Error("AVAL_KV: expected sslmode=verify-full, require or disable");
  }
}

/** Whether nobody else can listen on the way to the host. */
function isThisMachine(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/.test(host);
}
