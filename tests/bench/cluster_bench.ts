/**
 * POST /v1/screen, live with everything on (token, idempotency key, bucket, audit, usage): by 1, 2
 * and 4 server processes over denokv and over PostgreSQL, and by one over a file. In turn with
 * them, as many bare processes make the commits that the requests need: each commit alone by the
 * store's library, and grouped by our backend. Prints the processor time of all processes, because
 * two cores run servers, database and client.
 *
 * Starts its databases by `tests/denokv.sh` and `tests/postgres.sh`.
 *
 * Usage: deno task bench cluster [--backends file,denokv,postgres] [--processes 1,2,4] [--seconds N]
 *   [--rounds N] [--connections N] [--clients N]
 */
import "../../base/temporal.ts";
import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { readOptions } from "../support/options.ts";
import { startServer } from "../support/server.ts";
import type { BareDone } from "./bare_process.ts";
import { bareProcesses } from "./bare_processes.ts";
import { cpuSecondsOf } from "./cpu.ts";
import { type Database, startDatabase } from "./databases.ts";
import { fullestOfacSnapshot } from "./lists.ts";
import { load, percentile } from "./load.ts";
import { someNames } from "./names.ts";
import { tools } from "./store_subjects.ts";
import { locationOf } from "../support/store_location.ts";

const values = readOptions("bench cluster", {
  backends: "file,denokv,postgres",
  processes: "1,2,4",
  seconds: "3",
  rounds: "3",
  connections: "32",
  clients: "8",
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const clients = Number(values.clients);
/** Requests to each server before measuring, so that its code is compiled. */
const warmUpRequests = 1_000;
/** Warm-up of bare processes, which have little code to compile. */
const warmUpSeconds = 1;

/** Result of one period of load, with processor use by process. */
interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processors in use, 0 to 2 on this machine. */
  readonly cpu: {
    readonly processes: readonly number[];
    readonly database: number;
    readonly client: number;
  };
}

const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
const lists = await fullestOfacSnapshot(folder);
const names = await someNames(2_000);
console.log(
  `${connections} requests under way, ${clients} clients, medians of ${rounds} rounds of ${seconds} s, ${navigator.hardwareConcurrency} cores for everybody`,
);
for (const name of values.backends.split(",")) {
  if (name !== "file" && name !== "denokv" && name !== "postgres") {
    throw new Error(`No script starts ${name}`);
  }
  await using database = await startDatabase(name);
  await measureOver(database);
}
await Deno.remove(folder, { recursive: true });

async function measureOver(database: Database): Promise<void> {
  const env = {
    AVAL_MODE: "live",
    AVAL_KV: database.url,
    AVAL_LISTS: lists,
    AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
    ...(database.accessToken === "" ? {} : { DENO_KV_ACCESS_TOKEN: database.accessToken }),
  };
  const tokens = await mintTokens(database);
  console.log(
    `\n| ${database.name} | per second | p50 ms | p99 ms | CPU each process | CPU database | CPU client | CPU ms a request |
| --- | --: | --: | --: | --- | --: | --: | --: |`,
  );
  // One server holds a file (`kv/opening/file_lock.ts`).
  const counts = database.name === "file" ? [1] : values.processes.split(",").map(Number);
  for (const count of counts) {
    await using servers = await startServers(count, env);
    const found = {
      service: new Array<Measured>(),
      library: new Array<Measured>(),
      backend: new Array<Measured>(),
    };
    for (let done = 0; done < count * warmUpRequests;) {
      done += 2 * (await screen(servers, { database, tokens, seconds: 2 })).perSecond;
    }
    for (let round = 0; round < rounds; round++) {
      found.service.push(await screen(servers, { database, tokens, seconds }));
      found.library.push(await bare("library", count, database));
      found.backend.push(await bare("backend", count, database));
    }
    const [service, library, backend] = [found.service, found.library, found.backend].map(typical);
    if (service === undefined || library === undefined || backend === undefined) return;
    console.log(row(`bare commits each alone, ${count} processes`, library));
    console.log(row(`bare commits grouped, by our backend alone`, backend));
    console.log(row(`**POST /v1/screen, ${count} processes**`, service));
    console.log(
      `| share of the bare commits each alone; of the grouped ones | ${
        percent(service.perSecond / library.perSecond)
      }; ${percent(service.perSecond / backend.perSecond)} | | | | | | |`,
    );
  }
}

async function startServers(count: number, env: Readonly<Record<string, string>>) {
  await using started = new AsyncDisposableStack();
  const servers = [];
  for (let n = 0; n < count; n++) servers.push(started.use(await startServer(env)));
  const kept = started.move();
  return { servers, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function mintTokens({ url, accessToken }: Database): Promise<readonly string[]> {
  const store = await openStore({ ...tools, location: locationOf(url, accessToken) });
  const tokens: string[] = [];
  for (let n = 0; n < clients; n++) {
    const clientId = ClientId.parse(`client-${n}`);
    tokens.push(
      await mintAccessToken({ ...tools, store }, {
        clientId,
        roles: [],
        scopes: [],
        seconds: 36_000,
      }),
    );
  }
  store.close();
  return tokens;
}

async function screen(
  { servers }: Awaited<ReturnType<typeof startServers>>,
  { database, tokens, seconds }: {
    readonly database: Database;
    readonly tokens: readonly string[];
    readonly seconds: number;
  },
): Promise<Measured> {
  const prefix = crypto.randomUUID();
  const pids = [...servers.map(({ pid }) => pid), Deno.pid];
  const before = pids.map(cpuSecondsOf);
  const ofDatabase = database.cpuSeconds();
  const began = performance.now();
  const { requestsPerSecond, p50Milliseconds, p99Milliseconds, statuses } = await load({
    url: servers.map(({ url }) => url),
    connections,
    seconds,
    request: (n) => ({
      method: "POST",
      path: "/v1/screen",
      headers: {
        authorization: `Bearer ${tokens[n % tokens.length]}`,
        "content-type": "application/json",
        "idempotency-key": `${prefix}-${n}`,
      },
      body: JSON.stringify(names[n % names.length]),
    }),
  });
  const elapsed = (performance.now() - began) / 1000;
  if (Object.keys(statuses).join() !== "200") {
    throw new Error(`Answers by status: ${JSON.stringify(statuses)}`);
  }
  const used = pids.map((pid, at) => (cpuSecondsOf(pid) - (before[at] ?? 0)) / elapsed);
  return {
    perSecond: requestsPerSecond,
    p50: p50Milliseconds,
    p99: p99Milliseconds,
    cpu: {
      processes: used.slice(0, -1),
      database: (database.cpuSeconds() - ofDatabase) / elapsed,
      client: used.at(-1) ?? 0,
    },
  };
}

async function bare(
  by: "library" | "backend",
  count: number,
  database: Database,
): Promise<Measured> {
  const { accessToken } = database;
  // Two processes on one file lock each other out.
  const url = database.name === "file" ? `${database.url}.${by}` : database.url;
  const lanes = Math.ceil(connections / count);
  const task = { by, url, accessToken, lanes, clients, seconds, warmUpSeconds };
  let [before, after] = [0, 0];
  const done = await bareProcesses(Array.from({ length: count }, () => task), {
    env: { DENO_KV_ACCESS_TOKEN: accessToken },
    started: () => before = database.cpuSeconds(),
    done: () => after = database.cpuSeconds(),
  });
  return summed(done, (after - before) / (seconds + warmUpSeconds));
}

function summed(done: readonly BareDone[], ofDatabase: number): Measured {
  const latencies = done.flatMap((process) => [...process.latencies]).sort((a, b) => a - b);
  return {
    perSecond: done.reduce(
      (sum, { latencies: { length }, elapsedSeconds }) => sum + length / elapsedSeconds,
      0,
    ),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: {
      processes: done.map(({ cpuSeconds, elapsedSeconds }) => cpuSeconds / elapsedSeconds),
      database: ofDatabase,
      client: 0,
    },
  };
}

/** The round with the median rate. */
function typical(measured: readonly Measured[]): Measured | undefined {
  return measured.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(measured.length / 2)];
}

function row(what: string, { perSecond, p50, p99, cpu }: Measured): string {
  const all = cpu.processes.reduce((sum, used) => sum + used, cpu.database + cpu.client);
  const each = cpu.processes.map((used) => used.toFixed(2)).join(" ");
  return `| ${what} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${each} | ${
    cpu.database.toFixed(2)
  } | ${cpu.client === 0 ? "" : cpu.client.toFixed(2)} | ${
    ((1_000 * all) / perSecond).toFixed(2)
  } |`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
