import assert from "node:assert/strict";
import { emptyDatabase, needsPostgres } from "../../../support/postgres.ts";
import { serviceInMemory } from "../../../support/service.ts";

const NAME = { name: "Viktor Example" };

if (needsPostgres("2 tests of the whole service") !== undefined) {
  Deno.test("PostgreSQL: a request is decided once, replayed, counted and on the audit chain", async () => {
    await using database = await emptyDatabase();
    const kv = database.url;
    await using one = await serviceInMemory({ kv, seed: 1 });
    await using other = await serviceInMemory({ kv, seed: 2 });
    const headers = { "idempotency-key": "0f7c1a52-5d0e-4a6a-9b0f-6f4c3f1b2a10" };
    const answers = await Promise.all(
      [one, other, one, other].map((service) =>
        service.as("acme").post("/v1/screen", NAME, headers)
      ),
    );
    // A twin that is still being answered elsewhere is asked to come back.
    for (const { status } of answers) assert([200, 409].includes(status), `${status}`);
    const decided = await other.as("acme").post("/v1/screen", NAME, headers);
    for (const { status, text } of answers) if (status === 200) assert.equal(text, decided.text);
    const events = await one.auditEvents();
    assert.equal(events.filter(({ kind }) => kind === "SCREENING_DECISION").length, 1);
    const { decisionId } = decided.body.meta;
    const found = await one.as("acme").get(`/v1/screen/${decisionId}`);
    assert.equal(found.status, 200);
    assert.equal((await one.as("globex").get(`/v1/screen/${decisionId}`)).status, 404);
  });

  Deno.test("PostgreSQL: housekeeping removes what is over", async () => {
    await using database = await emptyDatabase();
    await using service = await serviceInMemory({ kv: database.url });
    const headers = { "idempotency-key": "6e9a1c1e-9d4f-4b55-8a49-0d7d0c8e8f11" };
    await service.as("acme").post("/v1/screen", NAME, headers);
    const expiring = async () => {
      const [row] = await database.run(
        "SELECT count(*)::int AS rows FROM aval_kv WHERE expires_at IS NOT NULL",
      );
      return Number(row?.["rows"]);
    };
    await service.runMaintenance();
    assert(await expiring() > 0);
    service.clock.advance({ hours: 26 });
    await service.runMaintenance();
    // What housekeeping itself leaves: when it last removed counters.
    assert(await expiring() <= 1, `${await expiring()}`);
  });
}
