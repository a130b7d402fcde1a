/**
 * POST /v1/screen over loopback with everything on (token, idempotency, decision, audit): for
 * ordinary names, for misspelt ones, and from one connection; compared with GET /health, a bare
 * `Deno.serve`, and the rate at which the same disk takes the commits of a request, each alone and
 * grouped by our backend. Then the live engine compared with the sandbox's in one deployment, and a
 * start up to its first answer. The machine's two cores run server and client.
 *
 * Usage: deno task bench http [--seconds N]
 */
import "../../base/temporal.ts";
import { readOptions } from "../support/options.ts";
import { bareCommits, type CommitRate } from "./bare_commits.ts";
import { bareProcesses } from "./bare_processes.ts";
import { cpuSecondsOf } from "./cpu.ts";
import { firstAnswers } from "./first_answer.ts";
import { liveAgainstSandbox } from "./live_against_sandbox.ts";
import { load, type LoadResult, percentile, type PlainRequest } from "./load.ts";
import { someNames } from "./names.ts";
import { openScreening } from "./screening.ts";

const values = readOptions("bench http", { seconds: "8" });
const seconds = Number(values.seconds);
const connections = 32;

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const bare = await bareServer();
const commits = await bareCommits({
  path: `${folder}/bare.sqlite3`,
  lanes: connections,
  seconds,
});
const grouped = await groupedCommits();
const service = await openScreening(folder);
const { url } = service.server;
await load({ url, connections, seconds: 4, request: service.request("mixed") }); // warm
const mixed = await measure(connections, service.request("mixed"));
const misspelt = await measure(connections, service.request("misspelt"));
const alone = await measure(1, service.request("mixed"));
const health = await measure(connections, () => ({ method: "GET", path: "/health" }));
await service.server.terminate(); // the starts that follow find a store in order
const names = await someNames(2000);
const engines = await liveAgainstSandbox({ folder, connections, seconds, names });
const starts = await firstAnswers(service.env, { token: service.token, starts: 7 });
await Deno.remove(folder, { recursive: true });

console.log(`
| ${connections} connections, ${seconds} s | per second | p50 ms | p99 ms | CPU ms a request | of GET /health |
| --- | --: | --: | --: | --: | --: |
| bare Deno.serve | ${row(bare)} | | |
| GET /health | ${measuredRow(health)} |
| bare commits, each alone: bucket, reservation, answer with decision and audit, chain | ${
  [commits.perSecond.toFixed(0), commits.p50.toFixed(2), commits.p99.toFixed(2)].join(" | ")
} | | |
| the same commits grouped, by our backend alone | ${
  [grouped.perSecond.toFixed(0), grouped.p50.toFixed(2), grouped.p99.toFixed(2)].join(" | ")
} | | |
| POST /v1/screen, live, everything on | ${measuredRow(mixed)} |
| the same, misspelt names | ${measuredRow(misspelt)} |
| the same, 1 connection | ${measuredRow(alone)} |

POST /v1/screen reaches ${
  percent(mixed.requestsPerSecond / commits.perSecond)
} of what its commits, each alone, allow on this disk, and ${
  percent(mixed.requestsPerSecond / grouped.perSecond)
} of what they allow grouped.
Answers by status: ${JSON.stringify(mixed.statuses)}

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

interface Measured extends LoadResult {
  /** Processor milliseconds of the server, all threads. */
  readonly cpuMilliseconds: number;
}

async function measure(
  lanes: number,
  request: (n: number) => PlainRequest,
): Promise<Measured> {
  const { pid } = service.server;
  const before = cpuSecondsOf(pid);
  const measured = await load({ url, connections: lanes, seconds, request });
  const requests = measured.requestsPerSecond * seconds;
  return { ...measured, cpuMilliseconds: (cpuSecondsOf(pid) - before) * 1_000 / requests };
}

function measuredRow(measured: Measured): string {
  const ofHealth = measured.requestsPerSecond / health.requestsPerSecond;
  return `${row(measured)} | ${measured.cpuMilliseconds.toFixed(2)} | ${ofHealth.toFixed(3)}`;
}

/** Measures grouped commits in a process of its own, like the service. */
async function groupedCommits(): Promise<CommitRate> {
  const [done] = await bareProcesses([{
    by: "backend",
    url: `${folder}/grouped.sqlite3`,
    accessToken: "",
    lanes: connections,
    clients: 1,
    seconds,
    warmUpSeconds: 1,
  }], { env: {}, started: () => {}, done: () => {} });
  if (done === undefined) throw new Error("A bare process was not run");
  const latencies = done.latencies.toSorted((a, b) => a - b);
  return {
    perSecond: latencies.length / done.elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
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
