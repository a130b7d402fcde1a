import assert from "node:assert/strict";
import { prepare } from "../../../../kv/backends/postgres/batch.ts";
import { commitBatchAtOnce } from "../../../../kv/backends/postgres/commit_at_once.ts";
import { type Connection, openConnection } from "../../../../kv/backends/postgres/connection.ts";
import { deadlines } from "../../../../kv/backends/postgres/limits.ts";
import type { RawCommit } from "../../../../kv/store/backend.ts";
import { emptyDatabase, needsPostgres, openBackend } from "../../../support/postgres.ts";
import { postgresAt } from "../../../support/store_location.ts";

const nothing: RawCommit = { checks: [], puts: [], removes: [], adds: [] };
const batchOf = (commits: readonly Partial<RawCommit>[]) =>
  commits.map((commit) => prepare({ ...nothing, ...commit }, () => 0));
const create = (name: string, versionstamp: string | null = null): Partial<RawCommit> => ({
  checks: [{ key: [name], versionstamp }],
  puts: [{ key: [name], bytes: new Uint8Array([1]), expireIn: null }],
});

/** A connection that counts its round trips. */
function counted(connection: Connection) {
  const seen = { flights: 0 };
  const counting: Connection = {
    ...connection,
    exchange: (...asked) => {
      seen.flights++;
      return connection.exchange(...asked);
    },
  };
  return { connection: counting, seen };
}

if (needsPostgres("1 test of a batch in one round trip") !== undefined) {
  Deno.test("PostgreSQL: a batch is one round trip, and one more where some of its commits lose alone", async () => {
    await using database = await emptyDatabase();
    const backend = await openBackend(database);
    backend.close();
    const { connection, seen } = counted(
      await openConnection({
        address: postgresAt(database.url),
        isolation: "read committed",
        deadlines,
      }),
    );
    const run = async (id: string, commits: readonly Partial<RawCommit>[]) => {
      seen.flights = 0;
      const outcome = await commitBatchAtOnce(connection, batchOf(commits), id);
      assert(outcome.kind === "done", outcome.kind);
      return { outcomes: outcome.outcomes, flights: seen.flights };
    };
    try {
      assert.deepEqual(await run("first-", [create("a"), create("b"), create("a")]), {
        outcomes: ["first-0000", "first-0001", null],
        flights: 1,
      });
      assert.deepEqual(await run("again-", [create("a"), create("c"), create("b", "first-0001")]), {
        outcomes: [null, "again-0000", "again-0001"],
        flights: 2,
      });
      assert.deepEqual(await run("third-", [create("a"), create("c", "stale")]), {
        outcomes: [null, null],
        flights: 1,
      });
      // What is removed first, without a check, is not there for the next.
      assert.deepEqual(await run("fourth", [{ removes: [["a"]] }, create("a")]), {
        outcomes: ["fourth0000", "fourth0001"],
        flights: 2,
      });
      const [{ rows = "" } = {}] = await database.run(
        "SELECT string_agg(version, ' ' ORDER BY key) AS rows FROM aval_kv",
      );
      assert.equal(rows, "fourth0001 again-0001 again-0000");
    } finally {
      connection.close();
    }
  });
}
