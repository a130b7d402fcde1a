/**
 * Kills a server repeatedly during a batch of screenings: over a file, where the next server
 * continues; and over PostgreSQL, if `AVAL_TEST_POSTGRES` names one, next to a second server. The
 * last line has the form of `deno test`.
 *
 * usage: deno task test:stress batches [--kills 50]
 */
import "../../base/temporal.ts";
import { readOptions } from "../support/options.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { killWhileRunning } from "./killed_batches.ts";

const kills = Number(readOptions("test:stress batches", { kills: "50" }).kills);
const folder = await Deno.makeTempDir({ prefix: "aval-batches-" });
try {
  const kv = `${folder}/kv.sqlite3`;
  const { interrupted } = await killWhileRunning({ kv, kills, hasOther: false, seed: 38 });
  console.log(`over a file: ${kills} kills, ${interrupted} of them in the middle of a batch`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (needsPostgres("kills in the middle of batches") !== undefined) {
  await using database = await emptyDatabase();
  const { url: kv } = database;
  const { interrupted } = await killWhileRunning({ kv, kills, hasOther: true, seed: 39 });
  console.log(`over PostgreSQL: ${kills} kills, ${interrupted} of them in the middle of a batch`);
}
console.log("ok | 1 passed | 0 failed");
