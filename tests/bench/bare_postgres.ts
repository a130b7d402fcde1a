import postgres from "postgres";
import {
  type BareAddress,
  type BareDatabase,
  bytesOf,
  chainBatchMax,
  pauseAfterLoss,
} from "./bare_database.ts";

/**
 * PostgreSQL with npm `postgres` as its documentation recommends: a connection a lane, a
 * transaction a commit, its statements sent together. One table of keys, values and versions.
 */
export async function openBarePostgres({ url, lanes }: BareAddress): Promise<BareDatabase> {
  const sql = postgres(url, { max: lanes, onnotice: () => {} });
  await sql.begin((sql) => [
    // Two that make a table at once meet in the catalogue.
    sql`SELECT pg_advisory_xact_lock(4711)`,
    sql`CREATE TABLE IF NOT EXISTS bare
      (key text COLLATE "C" PRIMARY KEY, value bytea, count bigint, version bigint NOT NULL)`,
    // There from the start, so that who moves the chain always finds a row to lock.
    sql`INSERT INTO bare VALUES ('head', null, 0, 1) ON CONFLICT DO NOTHING`,
  ]);
  const written = new Map<number, string>();
  return {
    take: async (client) => {
      const key = `bucket/${client}`;
      for (let losses = 1;; losses++) {
        const version = written.get(client) ??
          (await sql`SELECT version FROM bare WHERE key = ${key}`)[0]?.["version"];
        const value = bytesOf("bucket");
        const [row] = version === undefined
          ? await sql`INSERT INTO bare VALUES (${key}, ${value}, null, 1)
              ON CONFLICT DO NOTHING RETURNING version`
          : await sql`UPDATE bare SET value = ${value}, version = version + 1
              WHERE key = ${key} AND version = ${version} RETURNING version`;
        if (row !== undefined) return void written.set(client, row["version"]);
        written.delete(client);
        await pauseAfterLoss(losses);
      }
    },
    reserve: async (id) => {
      const [row] = await sql`INSERT INTO bare VALUES (${"replay/" + id}, ${
        bytesOf("reservation")
      }, null, 1) ON CONFLICT DO NOTHING RETURNING version`;
      if (row === undefined) throw new Error("A bare reservation was lost");
      return row["version"];
    },
    answer: async (id, client, version) => {
      const [kept] = await sql.begin((sql) => [
        sql`UPDATE bare SET value = ${bytesOf("kept")}, version = version + 1
          WHERE key = ${"replay/" + id} AND version = ${version}`,
        sql`INSERT INTO bare VALUES (${"decision/" + id}, ${bytesOf("decision")}, null, 1)`,
        sql`INSERT INTO bare VALUES (${"outbox/" + Date.now() + "/" + id}, ${
          bytesOf("outgoing")
        }, null, 1)`,
        // Last: this row is held until the commit.
        sql`INSERT INTO bare VALUES (${"decision_day/" + client}, null, 1, 1)
          ON CONFLICT (key) DO UPDATE SET count = bare.count + 1`,
      ]);
      if (kept?.count !== 1) throw new Error("A bare answer was lost");
    },
    moveOntoChain: async () => {
      await sql.begin(async (sql) => {
        const [head] = await sql`SELECT count FROM bare WHERE key = 'head' FOR UPDATE`;
        const outbox = await sql`SELECT key FROM bare WHERE key >= 'outbox/' AND key < 'outbox0'
          ORDER BY key LIMIT ${chainBatchMax}`;
        if (outbox.length === 0) return;
        const begin = Number(head?.["count"] ?? 0);
        const rows = outbox.flatMap((_, n) => [
          { key: `entry/${begin + n + 1}`, value: bytesOf("linked"), count: null, version: 1 },
          {
            key: `of/client/${begin + n + 1}`,
            value: bytesOf("position"),
            count: null,
            version: 1,
          },
        ]);
        await sql`DELETE FROM bare WHERE key IN ${sql(outbox.map(({ key }) => key))}`;
        await sql`INSERT INTO bare ${sql(rows)}`;
        await sql`INSERT INTO bare VALUES ('head', ${bytesOf("head")}, ${begin + outbox.length}, 1)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value, count = excluded.count`;
      });
    },
    close: () => sql.end(),
  };
}
