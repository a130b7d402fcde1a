/**
 * Kills a server repeatedly during runs over monitored customers: over a file, where the next
 * server continues; and over PostgreSQL, if `AVAL_TEST_POSTGRES` names one, next to a second
 * server. The last line has the form of `deno test`.
 *
 * usage: deno task test:stress monitoring [--kills 50]
 */
import "../../base/temporal.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { killWhileComparing } from "./killed_monitoring.ts";

const kills = Number(readOptions("test:stress monitoring", { kills: "50" }).kills);
const folder = await Deno.makeTempDir({ prefix: "aval-monitoring-" });
try {
  const kv = `${folder}/kv.sqlite3`;
  const { interrupted } = await killWhileComparing({ kv, kills, hasOther: false, seed: 38 });
  console.log(`over a file: ${kills} kills, ${interrupted} of them in the middle of a run`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (needsPostgres("kills in the middle of runs") !== undefined) {
  await using database = await emptyDatabase();
  const { url: kv } = database;
  const { interrupted } = await killWhileComparing({ kv, kills, hasOther: true, seed: 39 });
  console.log(`over PostgreSQL: ${kills} kills, ${interrupted} of them in the middle of a run`);
}
console.log("ok | 1 passed | 0 failed");
