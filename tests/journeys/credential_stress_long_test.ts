import { serviceInMemory } from "../support/service.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import {
  assertCredentialEvents,
  assertRevoked,
  type RacedCredential,
  runCredentialRound,
} from "../stress/credential_rounds.ts";
import { raceCredentials, stress } from "../stress/stress.ts";

/** Enough to show the races; `deno task test:stress` runs a thousand. */
const rounds = 25;

Deno.test(`of 64 redemptions one has the credential, and of 64 revocations one counts, ${rounds} times: one process over a file`, async () => {
  const folder = await Deno.makeTempDir();
  {
    await using service = await serviceInMemory({ kv: `${folder}/kv.sqlite3` });
    const raced: RacedCredential[] = [];
    for (let round = 0; round < rounds; round++) raced.push(await runCredentialRound(service));
    await assertRevoked(service, raced);
    assertCredentialEvents(await service.auditEvents(), raced);
  }
  await Deno.remove(folder, { recursive: true });
});

if (needsPostgres("the races of four processes for a credential") !== undefined) {
  Deno.test(`of 64 redemptions one has the credential, and of 64 revocations one counts, ${rounds} times: four processes over PostgreSQL`, async () => {
    await using database = await emptyDatabase();
    await stress({ kv: database.url, servers: 4, rounds, run: raceCredentials });
  });
}
