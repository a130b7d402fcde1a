import assert from "node:assert/strict";
import { z } from "zod";
import type { Backend } from "../../../../kv/store/backend.ts";
import { expiryGrainMilliseconds, sweepRows } from "../../../../kv/backends/postgres/limits.ts";
import { openPostgres } from "../../../../kv/backends/postgres/open_postgres.ts";
import { createStore } from "../../../../kv/store/create_store.ts";
import { timestamp } from "../../../../kv/store/lifetime.ts";
import { add, put } from "../../../../kv/store/store.ts";
import { fixedClock } from "../../../support/clock.ts";
import {
  emptyDatabase,
  needsPostgres,
  openBackend,
  type TestDatabase,
} from "../../../support/postgres.ts";
import { seededRandom } from "../../../support/random.ts";
import { noPause } from "../../../support/store.ts";
import { postgresAt } from "../../../support/store_location.ts";

const location = needsPostgres("9 tests of opening and sweeping");

function withDatabase(name: string, run: (database: TestDatabase) => Promise<void>): void {
  if (location === undefined) return;
  Deno.test(`PostgreSQL: ${name}`, async () => {
    await using database = await emptyDatabase();
    await run(database);
  });
}

async function opened(database: TestDatabase, run: (backend: Backend) => Promise<void>) {
  const backend = await openBackend(database);
  try {
    await run(backend);
  } finally {
    backend.close();
  }
}

const tools = { clock: fixedClock(), random: seededRandom(), pause: noPause };

const addition = {
  checks: [],
  puts: [],
  removes: [],
  adds: [{ key: ["a"] as const, amount: 1n }],
};

withDatabase("processes that open an empty database at once make one table", async (database) => {
  const backends = await Promise.all(Array.from({ length: 8 }, () => openBackend(database)));
  await backends[0]?.commit(addition);
  for (const backend of backends) {
    assert.equal((await backend.read([["a"]]))[0]?.bytes[7], 1);
    backend.close();
  }
  const [table] = await database.run(
    "SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = 'aval_kv'",
  );
  assert.equal(table?.["tables"], 1);
});

withDatabase("a user who may not make tables uses the one that is there", async (database) => {
  const role = `role_${crypto.randomUUID().replaceAll("-", "")}`;
  await database.run(`CREATE ROLE ${role} LOGIN PASSWORD 'weak'`);
  const url = new URL(database.url);
  url.username = role;
  url.password = "weak";
  try {
    await assert.rejects(openPostgres({ ...tools, address: postgresAt(url.href) }), {
      message:
        "AVAL_KV: the database's user may not make the table aval_kv in its schema; grant CREATE, or make it once as another user",
    });
    await opened(database, () => Promise.resolve());
    await database.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON aval_kv TO ${role}`);
    const backend = await openPostgres({ ...tools, address: postgresAt(url.href) });
    const won = await backend.commit({
      checks: [{ key: ["a"], versionstamp: null }],
      puts: [{ key: ["a"], bytes: new Uint8Array([1]), expireIn: null }],
      removes: [],
      adds: [],
    });
    assert.notEqual(won, null);
    backend.close();
  } finally {
    await database.run(`DROP OWNED BY ${role}`);
    await database.run(`DROP ROLE ${role}`);
  }
});

withDatabase(
  "a user who may not make functions commits all the same, and it is noted",
  async (database) => {
    await opened(database, () => Promise.resolve());
    await database.run("DROP FUNCTION aval_commit_1");
    const role = `role_${crypto.randomUUID().replaceAll("-", "")}`;
    await database.run(`CREATE ROLE ${role} LOGIN PASSWORD 'weak'`);
    await database.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON aval_kv TO ${role}`);
    const url = new URL(database.url);
    url.username = role;
    url.password = "weak";
    const noted: unknown[] = [];
    const log = { warn: (...record: readonly unknown[]) => void noted.push(record) };
    try {
      const backend = await openPostgres({ ...tools, log, address: postgresAt(url.href) });
      assert.notEqual(await backend.commit(addition), null);
      assert.notEqual((await backend.read([["a"]]))[0], null);
      backend.close();
      assert.deepEqual(noted, [["postgres_commits_in_two_round_trips", { sqlstate: "42501" }]]);
    } finally {
      await database.run(`DROP OWNED BY ${role}`);
      await database.run(`DROP ROLE ${role}`);
    }
  },
);

withDatabase(
  "a database of the version before gets the function, and has it once",
  async (database) => {
    await opened(database, () => Promise.resolve());
    await database.run("DROP FUNCTION aval_commit_1");
    const backends = await Promise.all(
      Array.from({ length: 4 }, () => openBackend(database)),
    );
    for (const backend of backends) {
      assert.notEqual(await backend.commit(addition), null);
      backend.close();
    }
    const [made] = await database.run(
      "SELECT count(*)::int AS functions FROM pg_proc WHERE proname = 'aval_commit_1'",
    );
    assert.equal(made?.["functions"], 1);
  },
);

withDatabase(
  "a wrong password and a missing database are reported, without the password",
  async (database) => {
    const wrong = new URL(database.url);
    wrong.password = "t0psecret";
    const missing = new URL(database.url);
    missing.pathname = "/no_such_database";
    for (const [url, says] of [[wrong, /SQLSTATE 28P01/], [missing, /SQLSTATE 3D000/]] as const) {
      await assert.rejects(
        openPostgres({ ...tools, address: postgresAt(url.href) }),
        (error: Error) => {
          assert.match(error.message, says);
          return !`${error.message} ${error.stack} ${error.cause}`.includes("t0psecret");
        },
      );
    }
  },
);

withDatabase("a missing password is reported by the name of its variable", async (database) => {
  const without = new URL(database.url);
  without.password = "";
  await assert.rejects(openPostgres({ ...tools, address: postgresAt(without.href) }), {
    message: "PostgreSQL cannot be used: it requires a password, and PGPASSWORD is not set " +
      "(SQLSTATE 28P01)",
  });
});

withDatabase(
  "the connection is encrypted, and the server's name and root are checked",
  async (database) => {
    const [file] = await database.run(
      "SELECT pg_read_file(current_setting('ssl_ca_file')) AS roots",
    );
    const rootsFile = await Deno.makeTempFile({ suffix: ".pem" });
    await Deno.writeTextFile(rootsFile, `${file?.["roots"]}`);
    const at = (host: string, parameters: Readonly<Record<string, string>>) => {
      const url = new URL(database.url);
      url.hostname = host;
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { ...tools, address: postgresAt(url.href) };
    };
    const encrypted = async () => {
      const [row] = await database.run(
        "SELECT bool_and(ssl) AS all FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND application_name = 'aval'",
      );
      return row?.["all"];
    };
    const verified = { sslmode: "verify-full", sslrootcert: rootsFile };
    try {
      for (const parameters of [verified, { sslmode: "require" }]) {
        const backend = await openPostgres(at("localhost", parameters));
        assert.equal(await encrypted(), true);
        const puts = Array.from({ length: 200 }, (_, n) =>
          backend.commit({
            checks: [],
            puts: [{ key: ["k", n], bytes: new Uint8Array(n * 20), expireIn: null }],
            removes: [],
            adds: [],
          }));
        assert((await Promise.all(puts)).every((versionstamp) => versionstamp !== null));
        backend.close();
        while (await encrypted() !== null);
      }
      const refused = [at("127.0.0.1", verified), at("localhost", { sslmode: "verify-full" })];
      for (const options of refused) {
        await assert.rejects(openPostgres(options), {
          name: "LoginRefusedError",
          message: /certificate is not accepted/,
        });
      }
      await assert.rejects(
        openPostgres(at("localhost", { ...verified, sslrootcert: `${rootsFile}.none` })),
        { message: "AVAL_KV: the file of sslrootcert cannot be read" },
      );
    } finally {
      await Deno.remove(rootsFile);
    }
  },
);

Deno.test("PostgreSQL: a server that does not encrypt, or says more than that, is refused", async () => {
  for (const answer of ["N", "SELECT", "E"]) {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = (async () => {
      for await (const connection of listener) {
        const asked = new Uint8Array(8);
        await connection.read(asked);
        assert.deepEqual([...asked], [0, 0, 0, 8, 4, 210, 22, 47]);
        await connection.write(new TextEncoder().encode(answer));
        while (await connection.read(asked).catch(() => null) !== null);
        connection.close();
        return;
      }
    })();
    const url = `postgres://u:p@127.0.0.1:${listener.addr.port}/d?sslmode=require`;
    await assert.rejects(openPostgres({ ...tools, address: postgresAt(url) }), {
      name: "LoginRefusedError",
      message: "PostgreSQL cannot be used: it does not encrypt the connection",
    });
    await serving;
  }
});

withDatabase("the table holds a value or a count, and never both or none", async (database) => {
  await opened(database, () => Promise.resolve());
  for (const values of ["NULL, NULL", "'\\x00', 1"]) {
    await assert.rejects(
      database.run(
        `INSERT INTO aval_kv (key, value, count, version) VALUES ('\\x00', ${values}, 'v')`,
      ),
      /aval_kv_one_kind/,
    );
  }
});

withDatabase(
  "sweep() removes what is over by the clock, in portions, and nothing else",
  async (database) => {
    const clock = fixedClock();
    const backend = await openBackend(database, { clock });
    const store = createStore(backend, { ...tools, clock });
    const Lease = z.object({ expiresAt: z.string() });
    const lease = (minutes: number) => ({ expiresAt: timestamp(clock.now().add({ minutes })) });
    try {
      const many = Array.from({ length: 900 }, (_, n) => put(Lease, ["short", n], lease(1)));
      await store.commit(many);
      await store.commit(many.map(({ key: [, n] }) => put(Lease, ["more", n ?? 0], lease(1))));
      await store.commit([
        put(Lease, ["long"], lease(60)),
        put(z.string(), ["lasting"], ""),
        add(["counter"], 1),
      ]);
      assert.equal(await backend.sweep?.(), 0);
      clock.advance({ minutes: 2, milliseconds: expiryGrainMilliseconds });
      // What was written again meanwhile lives on.
      await store.commit([put(Lease, ["short", 0], lease(60))]);
      assert(1_799 > sweepRows);
      assert.equal(await backend.sweep?.(), 1_799);
      assert.equal(await backend.sweep?.(), 0);
      const [rows] = await database.run("SELECT count(*)::int AS rows FROM aval_kv");
      assert.equal(rows?.["rows"], 4);
      assert.notEqual(await store.get(Lease, ["short", 0]), null);
    } finally {
      backend.close();
    }
  },
);

withDatabase(
  "a row that is written often keeps its place in the index of lifetimes",
  async (database) => {
    const clock = fixedClock();
    const backend = await openBackend(database, { clock });
    const write = (expireIn: number) =>
      backend.commit({
        checks: [],
        puts: [{ key: ["bucket"], bytes: new Uint8Array([1]), expireIn }],
        removes: [],
        adds: [],
      });
    const expiry = async () =>
      (await database.run("SELECT expires_at::float8 AS at FROM aval_kv"))[0]?.["at"];
    try {
      await write(60_000);
      const first = await expiry();
      clock.advance({ seconds: 1 });
      await write(60_000);
      assert.equal(await expiry(), first);
      assert(Number(first) >= clock.now().epochMilliseconds + 60_000, "never too early");
    } finally {
      backend.close();
    }
  },
);
