import assert from "node:assert/strict";
import type { TakerReport } from "./rate_limiter_process.ts";

async function takers(location: string): Promise<TakerReport> {
  const script = new URL("rate_limiter_process.ts", import.meta.url).pathname;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--allow-all",
      "--config",
      config,
      script,
      location,
      "8",
      "10",
    ],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

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
