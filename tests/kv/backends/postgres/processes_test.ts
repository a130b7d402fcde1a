import assert from "node:assert/strict";
import { openAuditLog } from "../../../../kv/audit/audit_log.ts";
import { emptyDatabase, needsPostgres } from "../../../support/postgres.ts";
import { reportOf } from "../../../support/report.ts";
import { noPause, storeInMemory } from "../../../support/store.ts";
import { type TakerReport, takeTheRest } from "../../rate_limit/rate_limiter_process.ts";
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

  Deno.test("PostgreSQL: processes share a bucket of 100 tokens: of 240 takers as many are allowed", async () => {
    await using database = await emptyDatabase();
    const taker = () =>
      reportOf<TakerReport>("rate_limit/rate_limiter_process.ts", database.url, "8", "10");
    const reports = await Promise.all([taker(), taker(), taker()]);
    const sum = (count: (report: TakerReport) => number) =>
      reports.map(count).reduce((a, b) => a + b);
    const [allowed, refused] = [sum((report) => report.allowed), sum((report) => report.refused)];
    // Each holds at most four tokens that it has no taker for, and gives them back at its end.
    assert(allowed >= 100 - 3 * 4 && allowed + refused === 240, `${allowed}, ${refused}`);
    assert.equal(allowed + await takeTheRest(database.url), 100);
  });
}
