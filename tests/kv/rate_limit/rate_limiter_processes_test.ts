import assert from "node:assert/strict";
import { reportOf } from "../../support/report.ts";
import { type TakerReport, takeTheRest } from "./rate_limiter_process.ts";

const takers = (location: string) =>
  reportOf<TakerReport>("rate_limit/rate_limiter_process.ts", location, "8", "10");

Deno.test("processes on one file share a bucket of 100 tokens: of 240 takers as many are allowed", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const location = `${folder}/kv.sqlite3`;
    const reports = await Promise.all([takers(location), takers(location), takers(location)]);
    const sum = (count: (report: TakerReport) => number) =>
      reports.map(count).reduce((a, b) => a + b);
    const [allowed, refused] = [sum((report) => report.allowed), sum((report) => report.refused)];
    // Each holds at most four tokens that it has no taker for, and gives them back at its end.
    assert(allowed >= 100 - 3 * 4 && allowed + refused === 240, `${allowed}, ${refused}`);
    assert.equal(allowed + await takeTheRest(location), 100);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
