/**
 * The server's processor time under `POST /v1/screen` with everything on: a sampling profile of its
 * main thread, by the V8 inspector, as shares of ours, dependencies and runtime, by module and by
 * function, with the CPU of its threads. Samples count elapsed time, so that code which runs while
 * the machine is busy appears more expensive than it is.
 *
 * Usage: deno task bench profile [--seconds N] [--connections N] [--rows N] [--out FILE.cpuprofile]
 */
import "../../base/temporal.ts";
import { readOptions } from "../support/options.ts";
import { cpuSecondsByThread } from "./cpu.ts";
import { load } from "./load.ts";
import { openInspector } from "./profile/inspector.ts";
import { type Share, sharesOf } from "./profile/shares.ts";
import { openScreening } from "./screening.ts";

const values = readOptions("bench profile", {
  seconds: "8",
  connections: "32",
  rows: "25",
  out: null,
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
/** Microseconds between samples. */
const interval = 200;

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const host = `127.0.0.1:${freePort()}`;
const { server, request } = await openScreening(folder, [`--inspect=${host}`]);
await load({ url: server.url, connections, seconds: 4, request: request("mixed") });
using inspector = await openInspector(host);
const before = cpuSecondsByThread(server.pid);
await inspector.start(interval);
const run = await load({ url: server.url, connections, seconds, request: request("mixed") });
const profile = await inspector.stop();
const threads = [...cpuSecondsByThread(server.pid)].map(([name, seconds]) => ({
  name,
  milliseconds: 1_000 * (seconds - (before.get(name) ?? 0)),
})).sort((one, other) => other.milliseconds - one.milliseconds);
const cpu = threads.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
await server.kill();
await Deno.remove(folder, { recursive: true });
if (values.out !== undefined) await Deno.writeTextFile(values.out, JSON.stringify(profile));

const requests = run.requestsPerSecond * seconds;
const shares = sharesOf(profile, new URL("../../", import.meta.url).href);
const whole = shares.owners.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
const idle = shares.owners.find(({ name }) => name === "idle")?.milliseconds ?? 0;
console.log(
  `${run.requestsPerSecond.toFixed(0)} requests/s on ${connections} connections; ${
    (cpu / requests).toFixed(2)
  } ms of CPU a request in all threads, ${
    ((whole - idle) / requests).toFixed(2)
  } ms of it sampled in the main thread, which was idle for ${(100 * idle / whole).toFixed(0)} %`,
);
table("thread, CPU", threads, cpu);
table("whose", shares.owners);
table("module", shares.modules);
table("function", shares.functions);

function table(what: string, rows: readonly Share[], all = whole - idle): void {
  console.log(`\n| ${what} | µs a request | share |\n| --- | --: | --: |`);
  for (const { name, milliseconds } of rows.slice(0, Number(values.rows))) {
    if (name === "idle") continue;
    console.log(
      `| ${name} | ${(milliseconds * 1_000 / requests).toFixed(1)} | ${
        (100 * milliseconds / all).toFixed(1)
      } % |`,
    );
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
