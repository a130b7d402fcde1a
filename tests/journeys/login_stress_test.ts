import type { Browser } from "../support/login_journey.ts";
import { serviceInMemory } from "../support/service.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { assertLoginRecords, logInOnce, runLoginRound } from "../stress/login_rounds.ts";
import { raceLogins, stress } from "../stress/stress.ts";

/** Enough to show each race once; `deno task test:stress` runs a thousand. */
const rounds = 3;

Deno.test("of 64 polls all have one code, and of 64 token calls one has an id_token: one process over a file", async () => {
  const folder = await Deno.makeTempDir();
  {
    await using service = await serviceInMemory({ kv: `${folder}/kv.sqlite3` });
    const once = await logInOnce(service);
    const replayed: Browser[] = [];
    for (let round = 0; round < rounds; round++) replayed.push(await runLoginRound(service));
    await assertLoginRecords(service, { replayed, once });
  }
  await Deno.remove(folder, { recursive: true });
});

if (needsPostgres("the races of four processes for a code and an id_token") !== undefined) {
  Deno.test("of 64 polls all have one code, and of 64 token calls one has an id_token: four processes over PostgreSQL", async () => {
    await using database = await emptyDatabase();
    await stress({ kv: database.url, servers: 4, rounds, run: raceLogins });
  });
}
