import assert from "node:assert/strict";
import { serviceInMemory } from "../support/service.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { assertRecords, runEmployerRound, runRound, type Send } from "../stress/rounds.ts";
import { raceAnswers, stress } from "../stress/stress.ts";

/** Enough to show each race once; `deno task test:stress` runs a thousand. */
const rounds = 3;

Deno.test("of 64 equal answers one is taken, and of 64 claims one gets the pack: one process over a file", async () => {
  const folder = await Deno.makeTempDir();
  {
    await using service = await serviceInMemory({ kv: `${folder}/kv.sqlite3` });
    const acme = service.as("acme");
    const send: Send = ({ method, path, body }) =>
      method === "GET" ? acme.get(path) : acme.post(path, body);
    for (let round = 0; round < rounds; round++) await runRound(send, service.clock.now());
    await assertRecords(send, rounds);
    const events = await service.auditEvents();
    assert.equal(events.filter(({ kind }) => kind === "VERIFICATION_DECISION").length, rounds);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("of 64 answers of a student one is taken, and of 64 claims one gets what it discloses", async () => {
  const folder = await Deno.makeTempDir();
  {
    await using service = await serviceInMemory({ kv: `${folder}/kv.sqlite3` });
    const acme = service.as("acme");
    const send: Send = ({ method, path, body }) =>
      method === "GET" ? acme.get(path) : acme.post(path, body);
    for (let round = 0; round < rounds; round++) await runEmployerRound(send, service.clock.now());
    const events = await service.auditEvents();
    assert.deepEqual(events.map(({ kind }) => kind), Array(rounds).fill("ACADEMIC_DECISION"));
  }
  await Deno.remove(folder, { recursive: true });
});

if (needsPostgres("the races of four processes for an answer and a pack") !== undefined) {
  Deno.test("of 64 equal answers one is taken, and of 64 claims one gets the pack: four processes over PostgreSQL", async () => {
    await using database = await emptyDatabase();
    await stress({ kv: database.url, servers: 4, rounds, run: raceAnswers });
  });
}
