import assert from "node:assert/strict";
import { openAuditLog } from "../../../../kv/audit/audit_log.ts";
import { emptyDatabase, needsPostgres } from "../../../support/postgres.ts";
import { reportOf } from "../../../support/report.ts";
import { noPause, storeInMemory } from "../../../support/store.ts";
import type { TakerReport } from "../../rate_limit/rate_limiter_process.ts";
import type { RivalReport } from "../rival_process.ts";

const KEYS = 60;

if (needsPostgres("2 tests of several processes") !== undefined) {
  Deno.test("PostgreSQL: processes on one new database share keys, win once each, and make one chain", async () => {
    await using database = await emptyDatabase();
    const rival = () => reportOf<RivalReport>("backends/rival_process.ts", database.url, `${KEYS}`);
    const reports = await Promise.all([rival(), rival(), rival()]);
    assert.equal(new Set(reports.map(({ keyId }) => keyId)).size, 1);
    const won = reports.flatMap(({ won }) => won);
    assert.deepEqual([won.length, new Set(won).size], [KEYS, KEYS]);

    await using service = await storeInMemory(database.url);
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const audit = openAuditLog({ ...service, log, pause: noPause });
    const verified = await audit.verify();
    assert(verified.ok, JSON.stringify(verified));
    assert.deepEqual([verified.value.head.seq, verified.value.pending], [KEYS, 0]);
  });

  Deno.test("PostgreSQL: processes share a bucket of 100 tokens: 240 takers, 100 allowed", async () => {
    await using database = await emptyDatabase();
    const taker = () =>
      reportOf<TakerReport>("rate_limit/rate_limiter_process.ts", database.url, "8", "10");
    const reports = await Promise.all([taker(), taker(), taker()]);
    const sum = (count: (report: TakerReport) => number) =>
      reports.map(count).reduce((a, b) => a + b);
    assert.deepEqual([sum(({ allowed }) => allowed), sum(({ refused }) => refused)], [100, 140]);
  });
}
