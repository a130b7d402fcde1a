/**
 * The cost of telemetry: POST /v1/screen over loopback with everything on, each round on a new
 * in-memory store, alternately with telemetry off, on, and reduced. The export goes to a server
 * that discards it, on the same two cores. Rounds alternate, so that other load on the machine
 * affects all equally; medians are printed.
 *
 * Usage: deno task bench telemetry [--seconds N] [--rounds N]
 */
import "../../base/temporal.ts";
import { activeAnswer, fakeProvider, providerEnvironment } from "../support/identity_provider.ts";
import { readOptions } from "../support/options.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";
import { load, type LoadResult as Load } from "./load.ts";
import { someNames } from "./names.ts";

interface Result extends Load {
  /** Processor milliseconds of the server's process per request, independent of other load. */
  readonly cpuMilliseconds: number;
}

const values = readOptions("bench telemetry", { seconds: "4", rounds: "5" });
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = 32;

await using provider = fakeProvider(() =>
  Response.json(activeAnswer(provider, Temporal.Now.instant()))
);
const sink = new Deno.Command(Deno.execPath(), {
  args: [
    "eval",
    `Deno.serve({port: 0, onListen: ({port}) => console.log("port " + port)},
      async (request) => { await request.arrayBuffer(); return new Response(); })`,
  ],
  stdout: "piped",
  stderr: "null",
}).spawn();
const reader = sink.stdout.pipeThrough(new TextDecoderStream()).getReader();
const { value = "" } = await reader.read();
const on = {
  OTEL_DENO: "true",
  OTEL_PROPAGATORS: "none",
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${/port (\d+)/.exec(value)?.[1]}`,
};
const variants: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["off", {}],
  ["metrics and log records", { ...on, OTEL_DENO_TRACING: "false" }],
  ["and one trace of ten (not on Deno 2.5)", {
    ...on,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  }],
  ["and every trace", on],
];
const names = await someNames(2000);
const environment = {
  ...await liveEnvironment(),
  ...providerEnvironment(provider.url),
  AVAL_KV: ":memory:",
};
const measured = new Map<string, Result[]>(variants.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, env] of variants) measured.get(name)?.push(await screening(env));
}
sink.kill("SIGKILL");
await sink.status;
await reader.cancel();

console.log(`
| telemetry | CPU ms a request | against off | per second | p50 ms | p99 ms |
| --- | --: | --: | --: | --: | --: |`);
const cpuOf = (name: string) => medianOf(name, ({ cpuMilliseconds }) => cpuMilliseconds);
for (const [name] of variants) {
  const more = (cpuOf(name) / cpuOf("off") - 1) * 100;
  const figures = [
    cpuOf(name).toFixed(3),
    `${more < 0 ? "" : "+"}${more.toFixed(0)} %`,
    medianOf(name, ({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
    medianOf(name, ({ p50Milliseconds }) => p50Milliseconds).toFixed(2),
    medianOf(name, ({ p99Milliseconds }) => p99Milliseconds).toFixed(2),
  ];
  console.log(`| ${[name, ...figures].join(" | ")} |`);
}

async function screening(env: Readonly<Record<string, string>>): Promise<Result> {
  await using server = await startServer({ ...environment, ...env });
  const request = (prefix: string) => (n: number) => ({
    method: "POST" as const,
    path: "/v1/screen",
    headers: {
      authorization: "Bearer bench",
      "content-type": "application/json",
      "idempotency-key": `${prefix}-${n}`,
    },
    body: JSON.stringify(names[n % names.length]),
  });
  await load({ url: server.url, connections, seconds: 1, request: request("warm-up") });
  const before = await cpuSeconds(server.pid);
  const loaded = await load({ url: server.url, connections, seconds, request: request("counted") });
  const used = await cpuSeconds(server.pid) - before;
  const requests = Object.values(loaded.statuses).reduce((sum, count) => sum + count, 0);
  return { ...loaded, cpuMilliseconds: used * 1_000 / requests };
}

/** Processor seconds of all threads of a process, in user and kernel mode (Linux, proc(5)). */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const clockTicks = 100;
  return (Number(fields[11]) + Number(fields[12])) / clockTicks;
}

function medianOf(name: string, read: (result: Result) => number): number {
  const sorted = (measured.get(name) ?? []).map(read).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
