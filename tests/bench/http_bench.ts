/**
 * POST /v1/screen over loopback with everything on (token, idempotency, decision, audit), beside a
 * bare `Deno.serve` and beside the rate at which the same disk takes the commits that a request
 * needs. The machine's two cores carry server and client alike.
 *
 * Usage: deno task bench:http [--seconds N]
 */
import "../../core/temporal.ts";
import { parseArgs } from "node:util";
import { runCli } from "../support/cli.ts";
import { startServer } from "../support/server.ts";
import { fullestOfacSnapshot } from "./lists.ts";
import { load, type LoadResult, percentile } from "./load.ts";
import { someNames } from "./names.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "8" } } });
const seconds = Number(values.seconds);
const connections = 32;

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const lists = await fullestOfacSnapshot(folder);
const secret = crypto.getRandomValues(new Uint8Array(32)).toBase64();
const env = {
  AVAL_MODE: "live",
  AVAL_KV: `${folder}/kv.sqlite3`,
  AVAL_LISTS: lists,
  AVAL_SECRET_KEY: secret,
};

const bare = await bareServer();
const commits = await bareCommits();
const service = await screening();
await Deno.remove(folder, { recursive: true });

const allowed = commits.pairsPerSecond;
console.log(`
| ${connections} connections, ${seconds} s | per second | p50 ms | p99 ms |
| --- | --: | --: | --: |
| bare Deno.serve | ${row(bare)} |
| bare commits: reservation, then answer, decision and audit | ${
  [commits.pairsPerSecond.toFixed(0), commits.p50.toFixed(2), commits.p99.toFixed(2)].join(" | ")
} |
| POST /v1/screen, live, everything on | ${row(service)} |

POST /v1/screen reaches ${
  percent(service.requestsPerSecond / allowed)
} of what its two commits allow
on this disk, and ${percent(service.requestsPerSecond / bare.requestsPerSecond)} of a bare server.
Answers by status: ${JSON.stringify(service.statuses)}`);

function row({ requestsPerSecond, p50Milliseconds, p99Milliseconds }: LoadResult): string {
  return [requestsPerSecond.toFixed(0), p50Milliseconds.toFixed(2), p99Milliseconds.toFixed(2)]
    .join(" | ");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

async function screening(): Promise<LoadResult> {
  const minted = await runCli("admin", ["token", "mint", "--client", "bench"], env);
  if (minted.code !== 0) throw new Error(minted.stderr);
  const token = minted.stdout.trim().split("\n").at(-1) ?? "";
  await using server = await startServer(env);
  const names = await someNames(2000);
  const request = (prefix: string) => (n: number) => ({
    method: "POST" as const,
    path: "/v1/screen",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": `${prefix}-${n}`,
    },
    body: JSON.stringify(names[n % names.length]),
  });
  await load({ url: server.url, connections, seconds: 2, request: request("warm-up") });
  return await load({ url: server.url, connections, seconds, request: request("counted") });
}

async function bareServer(): Promise<LoadResult> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `Deno.serve({port: 0, onListen: ({port}) => console.log("port " + port)},
        () => new Response("{}", {headers: {"content-type": "application/json"}}))`,
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  const url = `http://127.0.0.1:${/port (\d+)/.exec(value)?.[1]}`;
  const request = () => ({ method: "POST" as const, path: "/", body: "{}" });
  await load({ url, connections, seconds: 1, request });
  const measured = await load({ url, connections, seconds: Math.min(seconds, 4), request });
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  return measured;
}

/** The two commits of a request with an idempotency key, in their sizes, over bare Deno KV. */
async function bareCommits() {
  const kv = await Deno.openKv(`${folder}/bare.sqlite3`);
  const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const latencies: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, async () => {
    while (performance.now() < end) {
      const at = performance.now();
      const id = crypto.randomUUID();
      const key = ["idempotency", "bench", id];
      await kv.atomic().check({ key, versionstamp: null }).set(key, bytes(200)).commit();
      const { versionstamp } = await kv.get(key);
      await kv.atomic().check({ key, versionstamp }).set(key, bytes(1200))
        .set(["decision", id], bytes(1200)).set(["outbox", id], bytes(450)).commit();
      latencies.push(performance.now() - at);
    }
  }));
  const elapsed = (performance.now() - began) / 1000;
  kv.close();
  latencies.sort((a, b) => a - b);
  return {
    pairsPerSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}
