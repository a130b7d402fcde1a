import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { killAgainAndAgain } from "../stress/kill_rounds.ts";

/** Enough to show the effect; `deno task test:stress kills` kills fifty times. */
const kills = 6;

Deno.test(`kill -9 in the middle of acceptance, approval and redemption leaves nothing half, ${kills} times: over a file`, async () => {
  const folder = await Deno.makeTempDir();
  await killAgainAndAgain({ kv: `${folder}/kv.sqlite3`, kills, seed: 16 });
  await Deno.remove(folder, { recursive: true });
});

if (needsPostgres("kills in the middle of acceptance, approval and redemption") !== undefined) {
  Deno.test(`kill -9 in the middle of acceptance, approval and redemption leaves nothing half, ${kills} times: over PostgreSQL`, async () => {
    await using database = await emptyDatabase();
    await killAgainAndAgain({ kv: database.url, kills, seed: 17 });
  });
}
