/**
 * Academic credentials over loopback, in one process over a file: the time to accept and approve a
 * batch of rows, its memory above idle, and the waits of other requests meanwhile, by `GET /health`
 * every two milliseconds. The machine runs server and client.
 *
 * Then the duration of redemptions, revocations, status lists and employers' callbacks.
 *
 * Usage: deno task bench credentials [--rows 5000]
 */
import "../../base/temporal.ts";
import { residentMegabytes } from "../fuzz/resident.ts";
import { readOptions } from "../support/options.ts";
import { startServer } from "../support/server.ts";
import { measureRedemptions } from "./credentials_redemption.ts";
import { acceptAndApprove, largestBatch, waitsDuring } from "./credential_batches.ts";

const values = readOptions("bench credentials", { rows: "5000" });
const rows = Number(values.rows);

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const server = await startServer({
  AVAL_MODE: "sandbox",
  AVAL_KV: `${folder}/kv.sqlite3`,
  AVAL_BASE_URL: "http://localhost:8000",
});
try {
  const warm = { rows: Math.min(rows, 200), method: "API" } as const;
  await acceptAndApprove(server.url, await largestBatch(server.url, warm));
  const idleWaits = await waitsDuring(
    server.url,
    () => new Promise((resolve) => setTimeout(resolve, 2_000)),
  );
  console.log(
    `Load of the machine: ${Deno.loadavg()[0]?.toFixed(1)}; idle, /health: p99 ${
      idleWaits.p99.toFixed(1)
    } ms, longest ${idleWaits.longest.toFixed(1)} ms\n`,
  );
  console.log(
    "| batch | MiB | accepted, ms | approved, ms | read, ms | memory above idle, MB | others p99, ms | longest wait, ms |",
  );
  console.log("| --- | --: | --: | --: | --: | --: | --: | --: |");
  for (const method of ["API", "CSV_UPLOAD", "API", "CSV_UPLOAD"] as const) {
    const batch = await largestBatch(server.url, { rows, method });
    const idle = residentMegabytes(server.pid).now;
    let most = idle;
    const watch = setInterval(() => {
      most = Math.max(most, residentMegabytes(server.pid).now);
    }, 10);
    const waits = await waitsDuring(server.url, () => acceptAndApprove(server.url, batch));
    clearInterval(watch);
    const { accepted, approved, read } = waits.value;
    console.log(
      `| ${rows} rows, ${method} | ${(batch.body.length / 1_048_576).toFixed(1)} | ${
        [accepted, approved, read].map((ms) => ms.toFixed(0)).join(" | ")
      } | ${most - idle} | ${waits.p99.toFixed(1)} | ${waits.longest.toFixed(1)} |`,
    );
  }
} finally {
  await server.kill();
  await Deno.remove(folder, { recursive: true });
}
if (!await measureRedemptions()) Deno.exitCode = 1;
