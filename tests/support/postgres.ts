import postgres from "postgres";
import type { Backend } from "../../kv/store/backend.ts";
import { type OpenPostgres, openPostgres } from "../../kv/backends/postgres/open_postgres.ts";
import { retryWhileBusy } from "../../kv/store/retry.ts";
import { fixedClock } from "./clock.ts";
import { postgresAt } from "./store_location.ts";

/**
 * Address of a PostgreSQL server where tests may make databases; `tests/postgres.sh` starts one.
 */
const server = Deno.env.get("AVAL_TEST_POSTGRES");

/** Prints what is left out when no PostgreSQL is named. */
export function needsPostgres(what: string): string | undefined {
  if (server === undefined) {
    console.error(
      `LEFT OUT: ${what} over PostgreSQL; start one with tests/postgres.sh and name it in AVAL_TEST_POSTGRES`,
    );
  }
  return server;
}

/** A database for one test. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Runs a statement as the database's owner, on a separate connection. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Makes an empty database and drops it at the end, even if it is still in use. */
export async function emptyDatabase(at = server): Promise<TestDatabase> {
  const url = new URL(at ?? "");
  const name = `aval_${crypto.randomUUID().replaceAll("-", "")}`;
  await runAt(url.href, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    run: (sql) => runAt(own.href, sql),
    [Symbol.asyncDispose]: async () => {
      await runAt(url.href, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Starts a separate PostgreSQL with an empty database, for tests that would disturb others. */
export async function ownServer(): Promise<TestDatabase> {
  const script = new URL("../postgres.sh", import.meta.url).pathname;
  const { stdout } = await new Deno.Command(script, { args: ["0"], stderr: "inherit" }).output();
  const [address, pid] = new TextDecoder().decode(stdout).trim().split(" ");
  if (address === undefined || pid === undefined) throw new Error("No PostgreSQL was started");
  return {
    ...await emptyDatabase(address),
    [Symbol.asyncDispose]: () => Promise.resolve(Deno.kill(Number(pid), "SIGINT")),
  };
}

async function runAt(url: string, statement: string) {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    return [...await sql.unsafe(statement)];
  } finally {
    await sql.end();
  }
}

/** Real randomness and real waits, as separate processes have them. */
export const realTools = {
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  pause: (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
};

/** Opens a database as a process does; retries if another process is just preparing it. */
export async function openBackend(
  { url }: TestDatabase,
  overrides: Partial<OpenPostgres> = {},
): Promise<Backend> {
  const tools = { ...realTools, clock: fixedClock(), address: postgresAt(url), ...overrides };
  return await retryWhileBusy(realTools, () => openPostgres(tools));
}
