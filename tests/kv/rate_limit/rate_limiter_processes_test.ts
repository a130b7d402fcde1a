import assert from "node:assert/strict";
import { reportOf } from "../../support/report.ts";
import type { TakerReport } from "./rate_limiter_process.ts";

const takers = (location: string) =>
  reportOf<TakerReport>("rate_limit/rate_limiter_process.ts", location, "8", "10");

Deno.test("processes on one file share a bucket of 100 tokens: 240 takers, 100 allowed", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const location = `${folder}/kv.sqlite3`;
    const reports = await Promise.all([takers(location), takers(location), takers(location)]);
    const sum = (count: (report: TakerReport) => number) =>
      reports.map(count).reduce((a, b) => a + b);
    assert.deepEqual([sum(({ allowed }) => allowed), sum(({ refused }) => refused)], [100, 140]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
