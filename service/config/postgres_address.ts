import { ok, type Result } from "../../base/result.ts";
import type { PostgresAddress, PostgresTls } from "../../kv/backends/postgres/address.ts";
import { type ValueRefusal, wrong } from "./readers.ts";

/** The login data for an address without them. */
export interface PostgresLogin {
  readonly user: string | null;
  readonly password: string | null;
}

const parametersKnown = ["sslmode", "sslrootcert"];

/**
 * Parses `postgres://user:password@host:port/database?sslmode=...` as libpq does, except for its
 * default (PostgreSQL 15 §34.1.1): without `sslmode` it is `verify-full`, or plain on this machine.
 * Refuses `allow` and `prefer`, which may silently be plain.
 */
export function readPostgresAddress(
  text: string,
  login: PostgresLogin,
): Result<PostgresAddress, ValueRefusal> {
  const url = /^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === "" || url.pathname.length < 2) {
    return wrong("expected an address such as postgres://user@host:5432/database");
  }
  if ([...url.searchParams.keys()].some((name) => !parametersKnown.includes(name))) {
    const known = parametersKnown.join(" and ");
    return wrong(`only ${known} are understood after the "?" of the address`);
  }
  const host = decoded(url.hostname)?.replace(/^\[|\]$/g, "") ?? null;
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (host === null || database === null || user === null || password === null) {
    return wrong('write a "%" of the address as %25');
  }
  const tls = readTls(url.searchParams, host);
  if (!tls.ok) return tls;
  return ok({
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    database,
    user: user === "" ? login.user : user,
    password: password === "" ? login.password : password,
    tls: tls.value,
  });
}

/** Null if a "%" does not start an escape. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function readTls(parameters: URLSearchParams, host: string): Result<PostgresTls, ValueRefusal> {
  const rootsFile = parameters.get("sslrootcert");
  const mode = parameters.get("sslmode") ?? (isThisMachine(host) ? "disable" : "verify-full");
  switch (mode) {
    case "disable":
    case "require":
      return rootsFile === null
        ? ok({ kind: mode })
        : wrong(`sslrootcert needs sslmode=verify-full, not ${mode}`);
    case "verify-full":
      return ok({ kind: mode, rootsFile: rootsFile === "system" ? null : rootsFile });
    default:
      return wrong("expected sslmode=verify-full, require or disable");
  }
}

/** Whether no third party can listen between the process and the host. */
function isThisMachine(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/.test(host);
}
