/**
 * Kills a server repeatedly while events are raised and delivered: over a file, where the next
 * server continues; and over PostgreSQL, if `AVAL_TEST_POSTGRES` names one, next to a second
 * server. The last line has the form of `deno test`.
 *
 * usage: deno task test:stress events [--kills 100]
 */
import "../../base/temporal.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { killWhileDelivering } from "./killed_events.ts";

const kills = Number(readOptions("test:stress events", { kills: "100" }).kills);
const folder = await Deno.makeTempDir({ prefix: "aval-events-" });
try {
  const kv = `${folder}/kv.sqlite3`;
  const seen = await killWhileDelivering({ kv, kills, hasOther: false, seed: 39 });
  console.log(`over a file: ${kills} kills, ${seen.events} events, ${seen.deliveries} deliveries`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (needsPostgres("kills while events are delivered") !== undefined) {
  await using database = await emptyDatabase();
  const { url: kv } = database;
  const seen = await killWhileDelivering({ kv, kills, hasOther: true, seed: 40 });
  console.log(
    `over PostgreSQL: ${kills} kills, ${seen.events} events, ${seen.deliveries} deliveries`,
  );
}
console.log("ok | 1 passed | 0 failed");
