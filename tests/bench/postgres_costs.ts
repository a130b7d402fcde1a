import postgres from "postgres";
import { listed } from "./route_costs.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { costedService } from "../support/costed_service.ts";

/** Number of requests that the cost is divided by. */
const requests = 200;

/**
 * Prints the cost of a screening with its idempotency key on a real PostgreSQL, including
 * background work and the audit chain: rows and transactions by its statistics, bytes by its
 * write-ahead log.
 */
export async function postgresCosts(): Promise<void> {
  if (needsPostgres("the cost of a screening") === undefined) return;
  await using database = await emptyDatabase();
  await using live = await costedService({ mode: "live", kv: database.url });
  const screen = async (n: number) => {
    const body = listed;
    const idempotencyKey = `order-${n}`;
    const { status } = await live.send({
      method: "POST",
      path: "/v1/screen",
      body,
      idempotencyKey,
    });
    if (status !== 200) throw new Error(`A screening answered ${status}`);
  };
  for (let n = 0; n < 20; n++) await screen(n);
  await live.settle();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  // An idle connection reports its statistics after ten seconds (PostgreSQL 15, pgstat.c).
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    const [row] =
      await sql`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, xact_commit AS commits,
      tup_inserted AS inserted, tup_updated AS updated, tup_deleted AS deleted, tup_fetched AS fetched
      FROM pg_stat_database WHERE datname = current_database()`;
    return row ?? {};
  };
  const before = await look();
  for (let n = 0; n < requests; n++) await screen(1_000 + n);
  await live.settle();
  const after = await look();
  await sql.end();
  const each = (name: string) =>
    ((Number(after[name]) - Number(before[name])) / requests).toFixed(1);
  console.log(`\n## PostgreSQL, one screening after another, its part of the chain included\n
| transactions | rows inserted | updated | deleted | fetched | bytes of WAL |
| --: | --: | --: | --: | --: | --: |
| ${["commits", "inserted", "updated", "deleted", "fetched", "wal"].map(each).join(" | ")} |`);
}
