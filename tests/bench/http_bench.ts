/**
 * POST /v1/screen over loopback with everything on (token, idempotency, decision, audit), beside a
 * bare `Deno.serve` and beside the rate at which the same disk takes the commits that a request
 * needs; the live engine beside the sandbox's in one deployment; and a start to its first answer.
 * The machine's two cores carry server and client alike.
 *
 * Usage: deno task bench:http [--seconds N]
 */
import "../../base/temporal.ts";
import { runCli } from "../support/cli.ts";
import { readOptions } from "../support/options.ts";
import { startServer } from "../support/server.ts";
import { bareCommits } from "./bare_commits.ts";
import { firstAnswers } from "./first_answer.ts";
import { fullestOfacSnapshot } from "./lists.ts";
import { liveAgainstSandbox } from "./live_against_sandbox.ts";
import { load, type LoadResult } from "./load.ts";
import { someNames } from "./names.ts";

const values = readOptions("bench:http", { seconds: "8" });
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
const commits = await bareCommits({
  path: `${folder}/bare.sqlite3`,
  lanes: connections,
  seconds,
});
const token = await mintToken();
const service = await screening();
const names = await someNames(2000);
const engines = await liveAgainstSandbox({ folder, connections, seconds, names });
const starts = await firstAnswers(env, { token, starts: 7 });
await Deno.remove(folder, { recursive: true });

const allowed = commits.perSecond;
console.log(`
| ${connections} connections, ${seconds} s | per second | p50 ms | p99 ms |
| --- | --: | --: | --: |
| bare Deno.serve | ${row(bare)} |
| bare commits: bucket, reservation, answer with decision and audit, chain | ${
  [commits.perSecond.toFixed(0), commits.p50.toFixed(2), commits.p99.toFixed(2)].join(" | ")
} |
| POST /v1/screen, live, everything on | ${row(service)} |

POST /v1/screen reaches ${
  percent(service.requestsPerSecond / allowed)
} of what its commits allow on this
disk, and ${percent(service.requestsPerSecond / bare.requestsPerSecond)} of a bare server.
Answers by status: ${JSON.stringify(service.statuses)}

| one deployment, token cached, a list of the same size | per second | p50 ms | p99 ms |
| --- | --: | --: | --: |
| live, 1 connection | ${row(engines.alone.live)} |
| \`mode: sandbox\`, 1 connection | ${row(engines.alone.sandbox)} |
| live, ${connections} connections | ${row(engines.together.live)} |
| \`mode: sandbox\`, ${connections} connections | ${row(engines.together.sandbox)} |

Live adds ${
  (engines.alone.live.p50Milliseconds - engines.alone.sandbox.p50Milliseconds).toFixed(3)
} ms of p50 and answers ${
  percent(engines.together.live.requestsPerSecond / engines.together.sandbox.requestsPerSecond)
} as many requests per second.
Start to the first screening's answer: ${starts.map((taken) => taken.toFixed(0)).join(", ")} ms`);

function row({ requestsPerSecond, p50Milliseconds, p99Milliseconds }: LoadResult): string {
  return [requestsPerSecond.toFixed(0), p50Milliseconds.toFixed(2), p99Milliseconds.toFixed(2)]
    .join(" | ");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

async function mintToken(): Promise<string> {
  const minted = await runCli("admin", ["token", "mint", "--client", "bench"], env);
  if (minted.code !== 0) throw new Error(minted.stderr);
  return minted.stdout.trim().split("\n").at(-1) ?? "";
}

async function screening(): Promise<LoadResult> {
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
  const measured = await load({
    url: server.url,
    connections,
    seconds,
    request: request("counted"),
  });
  await server.terminate(); // the starts that follow find a store in order
  return measured;
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
