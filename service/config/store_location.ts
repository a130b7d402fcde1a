import { ok, type Result } from "../../base/result.ts";
import type { StoreLocation } from "../../kv/backends/location.ts";
import { readPostgresAddress } from "./postgres_address.ts";
import { isConfidential, type ValueRefusal, wrong } from "./readers.ts";

/** Variables for values that a store's URL should not contain: the login name and the secrets. */
export type StoreVariables = Readonly<Record<string, string | undefined>>;

/** Variables of PostgreSQL's own clients that are read in addition to the URL. */
export const postgresVariables = [
  "PGHOST",
  "PGPORT",
  "PGDATABASE",
  "PGUSERNAME",
  "PGUSER",
  "PGPASSWORD",
] as const;

/**
 * Parses `:memory:`, the path of a file, or the URL of a KV Connect or PostgreSQL server;
 * `postgres:` means the server in the variables of PostgreSQL's own clients, as Deno Deploy sets
 * them.
 */
export function readStoreLocation(
  text: string,
  variables: StoreVariables,
): Result<StoreLocation, ValueRefusal> {
  if (text === ":memory:") return ok({ kind: "memory" });
  const linked = /^postgres(?:ql)?:(\?.*)?$/i.exec(text);
  if (linked !== null) return readLinkedPostgres(linked[1] ?? "", variables);
  if (/^postgres(?:ql)?:\/\//i.test(text)) return readPostgres(text, variables);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return readKvConnect(text, variables);
  return text.endsWith("/")
    ? wrong("expected a file, not a folder")
    : ok({ kind: "file", path: text });
}

/**
 * Parses the URL of a KV Connect server. Its access token is sent with each request, so that plain
 * http is permitted only on this machine.
 */
function readKvConnect(
  text: string,
  variables: StoreVariables,
): Result<StoreLocation, ValueRefusal> {
  const accessToken = accessTokenOf(variables);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && isConfidential(url)) {
    return url.username === "" && url.password === ""
      ? ok({ kind: "kv_connect", url: text, accessToken })
      : wrong("expected an address without user; the access token is AVAL_KV_TOKEN");
  }
  return url?.protocol === "http:"
    ? wrong("expected https; plain http is permitted only for this machine")
    : wrong("expected a file, a KV Connect server (https://...) or PostgreSQL (postgres://...)");
}

/**
 * The access token of a KV Connect server. Deno's own variable for it cannot be set on a platform
 * that reserves names with its prefix.
 */
export function accessTokenOf(
  { AVAL_KV_TOKEN: ours = "", DENO_KV_ACCESS_TOKEN: denos = "" }: StoreVariables,
): string {
  return ours === "" ? denos : ours;
}

/** @param parameters parameters of the URL, with the "?" */
function readLinkedPostgres(
  parameters: string,
  variables: StoreVariables,
): Result<StoreLocation, ValueRefusal> {
  const { PGHOST: host = "", PGPORT: port = "", PGDATABASE: database = "" } = variables;
  const missing = Object.entries({ PGHOST: host, PGDATABASE: database })
    .filter(([, value]) => value === "").map(([name]) => name);
  if (missing.length > 0) return wrong(`needs ${missing.join(" and ")}, which is not set`);
  if (!/^\d*$/.test(port)) return wrong("PGPORT is not a port");
  const place = /:/.test(host) ? `[${host}]` : host;
  const at = `${place}${port === "" ? "" : `:${port}`}/${encodeURIComponent(database)}`;
  return readPostgres(`postgres://${at}${parameters}`, variables);
}

function readPostgres(
  text: string,
  { PGUSERNAME: userName, PGUSER: user, PGPASSWORD: password }: StoreVariables,
): Result<StoreLocation, ValueRefusal> {
  const login = { user: userName || user || null, password: password || null };
  const address = readPostgresAddress(text, login);
  return address.ok ? ok({ kind: "postgres", address: address.value }) : address;
}

/** Whether a store is a KV Connect server without an access token. */
export function lacksAccessToken(location: StoreLocation): boolean {
  return location.kind === "kv_connect" && location.accessToken === "";
}
