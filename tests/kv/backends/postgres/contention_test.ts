import assert from "node:assert/strict";
import postgres from "postgres";
import type { Backend } from "../../../../kv/store/backend.ts";
import { decodeCounter, encodeCounter } from "../../../../kv/store/counter.ts";
import { encodeKey } from "../../../../kv/backends/key_bytes.ts";
import type { Isolation } from "../../../../kv/backends/postgres/library.ts";
import type { Key } from "../../../../kv/store/key.ts";
import {
  emptyDatabase,
  needsPostgres,
  openBackend,
  type TestDatabase,
} from "../../../support/postgres.ts";

const WRITERS = 8;
const UPDATES = 25;

/** Adds one to a value by reading and checking it, and retries until it was unchanged. */
async function update(backend: Backend, key: Key): Promise<{ lost: number; busy: number }> {
  const met = { lost: 0, busy: 0 };
  for (;;) {
    const [found] = await backend.read([key]);
    const count = found === null || found === undefined ? 0 : decodeCounter(found);
    try {
      const won = await backend.commit({
        checks: [{ key, versionstamp: found?.versionstamp ?? null }],
        puts: [{ key, bytes: encodeCounter(BigInt(count + 1)), expireIn: null }],
        removes: [],
        adds: [{ key: ["additions"], amount: 1n }],
      });
      if (won !== null) return met;
      met.lost++;
    } catch (cause) {
      assert.equal((cause as Error).name, "BusyError");
      met.busy++;
    }
  }
}

if (needsPostgres("5 tests of contention") !== undefined) {
  Deno.test("PostgreSQL: 8 instances make 200 updates of one row, each once", async () => {
    await using database = await emptyDatabase();
    const backends = await Promise.all(
      Array.from({ length: WRITERS }, () => openBackend(database)),
    );
    try {
      const met = await Promise.all(backends.map(async (backend) => {
        const all: { lost: number; busy: number }[] = [];
        for (let n = 0; n < UPDATES; n++) all.push(await update(backend, ["row"]));
        return all;
      }));
      const [row, additions] = await (backends[0] as Backend).read([["row"], ["additions"]]);
      assert(row !== null && row !== undefined && additions !== null && additions !== undefined);
      assert.deepEqual([decodeCounter(row), decodeCounter(additions)], [200, 200]);
      // Waiting for a row is no conflict at READ COMMITTED: nobody is sent away by the database.
      assert.equal(met.flat().reduce((sum, { busy }) => sum + busy, 0), 0);
      const lost = met.flat().reduce((sum, { lost }) => sum + lost, 0);
      console.log(
        `  ${WRITERS} instances, 200 updates of one row: ${lost} checks lost, no transaction given up`,
      );
    } finally {
      for (const backend of backends) backend.close();
    }
  });

  Deno.test("PostgreSQL: commits that lock rows crosswise all end", async () => {
    await using database = await emptyDatabase();
    const backends = await Promise.all(Array.from({ length: 4 }, () => openBackend(database)));
    const keys = Array.from({ length: 6 }, (_, n): Key => ["cross", n]);
    try {
      const bytes = new Uint8Array([1]);
      await Promise.all(Array.from({ length: 120 }, async (_, n) => {
        const backend = backends[n % 4] as Backend;
        const turned = n % 2 === 0 ? keys : keys.toReversed();
        for (;;) {
          try {
            return await backend.commit({
              checks: [{ key: ["cross", 9], versionstamp: null }],
              puts: turned.slice(0, 4).map((key) => ({ key, bytes, expireIn: null })),
              removes: turned.slice(4, 5),
              adds: [{ key: ["sum", n % 3], amount: 1n }],
            });
          } catch (cause) {
            assert.equal((cause as Error).name, "BusyError");
          }
        }
      }));
      const sums = await (backends[0] as Backend).read([["sum", 0], ["sum", 1], ["sum", 2]]);
      assert.deepEqual(sums.map((found) => found && decodeCounter(found)), [40, 40, 40]);
    } finally {
      for (const backend of backends) backend.close();
    }
  });

  for (const isolation of ["read committed", "repeatable read", "serializable"] as const) {
    Deno.test(`PostgreSQL, ${isolation}: what is removed is gone, made meanwhile or not`, async () => {
      await using database = await emptyDatabase();
      const backend = await openBackend(database, { isolation });
      try {
        await removeBesideMaker(backend, { database, isolation });
      } finally {
        backend.close();
      }
    });
  }
}

/**
 * Another process checks `kept` and creates `made`; one commit replaces `kept` and removes `made`.
 * That commit can only succeed after the other one, so that `made` is absent at the end.
 */
async function removeBesideMaker(
  backend: Backend,
  { database, isolation }: { readonly database: TestDatabase; readonly isolation: Isolation },
): Promise<void> {
  const [kept, made]: [Key, Key] = [["kept"], ["made"]];
  const put = { key: kept, bytes: new Uint8Array([1]), expireIn: null };
  await backend.commit({ checks: [], puts: [put], removes: [], adds: [] });
  const other = postgres(database.url, { max: 1, fetch_types: false });
  const bytes = (key: Key) => `decode('${encodeKey(key).toHex()}', 'hex')`;
  await other.unsafe(`BEGIN ISOLATION LEVEL ${isolation}`);
  await other.unsafe(`SELECT 1 FROM aval_kv WHERE key = ${bytes(kept)} FOR SHARE`);
  const committing = (async () => {
    for (;;) {
      try {
        return await backend.commit({ checks: [], puts: [put], removes: [made], adds: [] });
      } catch (cause) {
        assert.equal((cause as Error).name, "BusyError");
      }
    }
  })();
  const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' " +
    "AND datname = current_database()";
  while ((await database.run(waits)).length === 0);
  await other.unsafe(
    `INSERT INTO aval_kv (key, value, version) VALUES (${bytes(made)}, '', 'other')`,
  );
  await other.unsafe("COMMIT");
  await other.end();
  assert.notEqual(await committing, null);
  assert.deepEqual(await backend.read([made]), [null]);
}
