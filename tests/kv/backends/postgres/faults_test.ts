import assert from "node:assert/strict";
import postgres from "postgres";
import type { Backend, RawCommit } from "../../../../kv/store/backend.ts";
import { openConnection } from "../../../../kv/backends/postgres/connection.ts";
import { encodeKey } from "../../../../kv/backends/key_bytes.ts";
import { type Deadlines, deadlines } from "../../../../kv/backends/postgres/limits.ts";
import { openPostgres } from "../../../../kv/backends/postgres/open_postgres.ts";
import { begin, lockToWrite } from "../../../../kv/backends/postgres/statements.ts";
import { decodeCounter } from "../../../../kv/store/counter.ts";
import type { Key } from "../../../../kv/store/key.ts";
import { fixedClock } from "../../../support/clock.ts";
import { seededRandom } from "../../../support/random.ts";
import { noPause } from "../../../support/store.ts";
import {
  emptyDatabase,
  needsPostgres,
  openBackend,
  ownServer,
  type TestDatabase,
} from "../../../support/postgres.ts";
import { postgresAt } from "../../../support/store_location.ts";

const location = needsPostgres("13 tests of faults");

/** Short deadlines, so that faults show in a fraction of the time. */
const impatient: Deadlines = {
  connect: 700,
  lock: 250,
  statement: 500,
  idleInTransaction: 500,
  answer: 1_000,
  commit: 900,
};

const ROW: Key = ["row"];
const COUNTER: Key = ["counter"];

/** Another session, such as an operator's, that holds locks. */
async function otherSession({ url }: TestDatabase) {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  await sql.unsafe("BEGIN");
  return {
    hold: async (key: Key) => {
      const name = encodeKey(key).toHex();
      await sql.unsafe(`SELECT 1 FROM aval_kv WHERE key = decode('${name}', 'hex') FOR UPDATE`);
    },
    letGo: async () => {
      await sql.unsafe("ROLLBACK");
      await sql.end();
    },
  };
}

/** Processes of the server that serve the store; `state` is as PostgreSQL shows it. */
async function serving(database: TestDatabase, condition: string): Promise<readonly number[]> {
  const rows = await database.run(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'aval' AND ${condition}`,
  );
  return rows.map(({ pid }) => Number(pid));
}

/** Waits until a statement of the store waits for a row. */
async function waiting(database: TestDatabase): Promise<number> {
  for (;;) {
    const [pid] = await serving(database, "wait_event_type = 'Lock'");
    if (pid !== undefined) return pid;
  }
}

const terminate = (database: TestDatabase, pid: number) =>
  database.run(`SELECT pg_terminate_backend(${pid}, 5000)`);

function commitOf(parts: Partial<RawCommit>): RawCommit {
  return { checks: [], puts: [], removes: [], adds: [], ...parts };
}

const putRow = commitOf({ puts: [{ key: ROW, bytes: new Uint8Array([2]), expireIn: null }] });
const addOne = commitOf({ adds: [{ key: COUNTER, amount: 1n }] });

async function rowIn(backend: Backend): Promise<number | undefined> {
  const [found] = await backend.read([ROW]);
  return found?.bytes[0];
}

async function countIn(backend: Backend): Promise<number> {
  const [found] = await backend.read([COUNTER]);
  return found === null || found === undefined ? 0 : decodeCounter(found);
}

interface Place {
  readonly makeDatabase?: () => Promise<TestDatabase>;
  readonly patience?: Deadlines;
  /** Whether the database has the function; true by default. */
  readonly commitsAtOnce?: boolean;
}

/**
 * Options of tests in which no deadline must pass: on a busy machine a short one passes before the
 * awaited state is reached.
 */
const patiently: Place = { patience: deadlines };

/** A database with a row and a counter, and a backend, by default with short deadlines. */
async function prepared(
  run: (database: TestDatabase, backend: Backend) => Promise<void>,
  { makeDatabase = emptyDatabase, patience = impatient, commitsAtOnce = true }: Place,
) {
  await using database = await makeDatabase();
  const backend = await openBackend(database, { deadlines: patience, commitsAtOnce });
  try {
    await backend.commit(commitOf({
      puts: [{ key: ROW, bytes: new Uint8Array([1]), expireIn: null }],
      adds: [{ key: COUNTER, amount: 1n }],
    }));
    await run(database, backend);
  } finally {
    backend.close();
  }
}

function withFaults(
  name: string,
  run: (database: TestDatabase, backend: Backend) => Promise<void>,
  place: Place = {},
): void {
  if (location !== undefined) Deno.test(`PostgreSQL: ${name}`, () => prepared(run, place));
}

withFaults(
  "a connection that ends before the commit was sent, in two round trips, is a busy store",
  async (database, backend) => {
    const other = await otherSession(database);
    await other.hold(ROW);
    const committing = backend.commit(putRow);
    const refused = assert.rejects(committing, { name: "BusyError" });
    await terminate(database, await waiting(database));
    await refused;
    await other.letGo();
    assert.equal(await rowIn(backend), 1);
    assert.notEqual(await backend.commit(putRow), null);
    assert.equal(await rowIn(backend), 2);
  },
  { ...patiently, commitsAtOnce: false },
);

withFaults(
  "a connection that ends while a commit in one round trip waits for a row leaves it unknown",
  async (database, backend) => {
    const other = await otherSession(database);
    await other.hold(ROW);
    const committing = backend.commit(putRow);
    const refused = assert.rejects(committing, { name: "UnavailableError" });
    await terminate(database, await waiting(database));
    await refused;
    await other.letGo();
    assert.equal(await rowIn(backend), 1);
    assert.notEqual(await backend.commit(putRow), null);
    assert.equal(await rowIn(backend), 2);
  },
  patiently,
);

withFaults(
  "a connection that ends after the commit was sent leaves it unknown",
  async (database, backend) => {
    const other = await otherSession(database);
    await other.hold(COUNTER);
    const committing = backend.commit(addOne);
    const refused = assert.rejects(committing, { name: "UnavailableError" });
    await terminate(database, await waiting(database));
    await refused;
    await other.letGo();
    assert.equal(await countIn(backend), 1);
    await backend.commit(addOne);
    assert.equal(await countIn(backend), 2);
  },
  patiently,
);

withFaults(
  "connections that ended while nothing was under way are made again",
  async (database, backend) => {
    for (const pid of await serving(database, "true")) await terminate(database, pid);
    const outcomes = await Promise.allSettled([backend.commit(addOne), countIn(backend)]);
    for (const outcome of outcomes) {
      // Whoever comes before the end is noticed gets the answer that nothing happened.
      if (outcome.status === "rejected") {
        assert.match(
          outcome.reason.name,
          /BusyError|UnavailableError/,
        );
      }
    }
    const before = await countIn(backend);
    await backend.commit(addOne);
    assert.equal(await countIn(backend), before + 1);
  },
  patiently,
);

withFaults(
  "a row that somebody keeps locked delays its own commits alone",
  async (database, backend) => {
    const other = await otherSession(database);
    await other.hold(ROW);
    const locked = assert.rejects(backend.commit(putRow), {
      name: "UnavailableError",
      message: "PostgreSQL keeps a row of this commit locked",
    });
    for (let n = 0; n < 20; n++) assert.notEqual(await backend.commit(addOne), null);
    assert.equal(await countIn(backend), 21);
    await locked;
    await other.letGo();
    assert.notEqual(await backend.commit(putRow), null);
  },
);

withFaults(
  "a process that stops within a transaction loses its locks",
  async (database, backend) => {
    const stopped = await openConnection({
      address: postgresAt(database.url),
      isolation: "read committed",
      deadlines: impatient,
    });
    const [, locks] = await stopped.exchange([begin, lockToWrite([encodeKey(ROW)])]);
    assert(locks?.kind === "done" && locks.rows.length === 1);
    assert.notEqual(await backend.commit(putRow), null);
    assert.equal(await rowIn(backend), 2);
    await assert.rejects(
      stopped.exchange([{ sql: "COMMIT", parameters: [] }]),
      { name: "ConnectionLostError" },
    );
    stopped.close();
  },
);

withFaults(
  "a server process that stops is left, and what it was doing is unknown",
  async (database, backend) => {
    const pids = await serving(database, "true");
    for (const pid of pids) Deno.kill(pid, "SIGSTOP");
    try {
      await assert.rejects(backend.commit(addOne), { name: "UnavailableError" });
      await assert.rejects(backend.read([ROW]), { name: "UnavailableError" });
      // On new connections, to processes that are well.
      await backend.commit(
        commitOf({ puts: [{ key: ["new"], bytes: new Uint8Array(1), expireIn: null }] }),
      );
    } finally {
      for (const pid of pids) Deno.kill(pid, "SIGCONT");
    }
    // The stopped process may have had the addition in its socket, and then does it now, or not.
    for (const pid of pids) await terminate(database, pid);
    const count = await countIn(backend);
    assert(count === 1 || count === 2, `${count}`);
    await backend.commit(addOne);
    assert.equal(await countIn(backend), count + 1);
  },
);

/** Every process of the server, its postmaster first. A test that stops them must continue them. */
async function wholeServer(database: TestDatabase): Promise<readonly number[]> {
  const [file] = await database.run("SELECT pg_read_file('postmaster.pid') AS text");
  const postmaster = Number(`${file?.["text"]}`.split("\n")[0]);
  const { stdout } = await new Deno.Command("pgrep", { args: ["-P", `${postmaster}`] }).output();
  const children = new TextDecoder().decode(stdout).trim().split("\n").map(Number);
  return [postmaster, ...children];
}

/** @returns false if it has ended since it was found, like that of a connection just closed */
function stops(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGSTOP");
    return true;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return false;
    throw cause;
  }
}

withFaults(
  "a database that stands still is reported in time, and used again when it goes on",
  async (database, backend) => {
    const still = (await wholeServer(database)).filter(stops);
    assert(still.length > 5, "the postmaster, what writes and flushes, and the connections");
    try {
      // First on the connections that there are, then on those that nobody takes.
      for (let tries = 0; tries < 2; tries++) {
        const outcomes = await Promise.allSettled([
          backend.commit(putRow),
          backend.commit(addOne),
          backend.read([ROW]),
        ]);
        for (const outcome of outcomes) {
          assert(outcome.status === "rejected");
          assert.equal(outcome.reason.name, "UnavailableError");
        }
      }
    } finally {
      for (const pid of still) Deno.kill(pid, "SIGCONT");
    }
    let written: string | null = null;
    while (written === null) {
      written = await backend.commit(putRow).catch((cause: Error) => {
        assert.match(cause.name, /BusyError|UnavailableError/);
        return null;
      });
    }
    assert.equal(await rowIn(backend), 2);
  },
  { makeDatabase: ownServer }, // others have tests beside this one
);

withFaults(
  "a server that takes connections and says nothing is not waited for",
  async (_, backend) => {
    const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const taken: Deno.Conn[] = [];
    const taking = (async () => {
      for await (const connection of silent) taken.push(connection);
    })();
    const { port } = silent.addr as Deno.NetAddr;
    const url = `postgres://aval:secret@127.0.0.1:${port}/aval`;
    const opening = openConnection({
      address: postgresAt(url),
      isolation: "read committed",
      deadlines: impatient,
    });
    await assert.rejects(opening, { name: "ConnectionLostError", late: true });
    silent.close();
    await taking;
    for (const connection of taken) connection.close();
    assert.equal(await rowIn(backend), 1);
  },
);

withFaults("a server that is not there is a busy store", async (database) => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const url = new URL(database.url);
  url.port = `${port}`;
  const address = postgresAt(url.href);
  const { random, pause } = { random: seededRandom(), pause: noPause };
  await assert.rejects(openPostgres({ address, clock: fixedClock(), random, pause }), {
    name: "BusyError",
    message: "PostgreSQL cannot be reached (ECONNREFUSED)",
  });
});

withFaults("a server that takes no writes any more is left", async (database, backend) => {
  const name = new URL(database.url).pathname.slice(1);
  await database.run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  // Connections from before still write; new ones find a standby, as after a failover.
  for (const pid of await serving(database, "true")) await terminate(database, pid);
  const standby = /PostgreSQL accepts no writes|PostgreSQL ended the connection/;
  for (let tries = 0; tries < 3; tries++) {
    await assert.rejects(backend.commit(addOne), standby);
    await assert.rejects(backend.read([ROW]), standby);
  }
  const sql = postgres(database.url, { max: 1, fetch_types: false });
  await sql.unsafe("SET default_transaction_read_only = off");
  await sql.unsafe(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await sql.end();
  await backend.commit(addOne);
  assert.equal(await countIn(backend), 2);
}, patiently);

withFaults(
  "close() ends what is under way and what waits, and every connection",
  async (database, backend) => {
    const other = await otherSession(database);
    await other.hold(ROW);
    const all = Promise.allSettled([backend.commit(putRow), backend.commit(putRow)]);
    await waiting(database);
    backend.close();
    for (const outcome of await all) {
      assert(outcome.status === "rejected");
      assert.match(outcome.reason.name, /BusyError|UnavailableError/);
    }
    await assert.rejects(backend.read([ROW]), {
      name: "UnavailableError",
      message: "The store is closed",
    });
    await assert.rejects(backend.commit(putRow), { name: "UnavailableError" });
    await other.letGo();
    while ((await serving(database, "true")).length > 0);
  },
  patiently,
);

withFaults("the deadlines of a deployment are in their order", () => {
  const { connect, lock, statement, idleInTransaction, answer, commit } = deadlines;
  assert(lock < statement && statement < answer && idleInTransaction < commit && connect < answer);
  return Promise.resolve();
});
