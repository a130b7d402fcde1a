/**
 * One process of the bare measurement: opens its database, prints `ready`, waits for a line, then
 * makes the commits of requests for some seconds and prints the result as JSON.
 */
import "../../base/temporal.ts";
import { openBareBackend } from "./bare_backend.ts";
import type { BareAddress, BareDatabase } from "./bare_database.ts";
import { openBareKv } from "./bare_kv.ts";
import { openBarePostgres } from "./bare_postgres.ts";
import { cpuSecondsOf } from "./cpu.ts";
import { sharing } from "./sharing.ts";

/** The arguments of one process. */
export interface BareTask extends BareAddress {
  /** The usual library, or the service's backend without the layers above it. */
  readonly by: "library" | "backend";
  readonly clients: number;
  readonly seconds: number;
  /** Seconds of warm-up that are not counted. */
  readonly warmUpSeconds: number;
}

/** The work of one process. */
export interface BareDone {
  readonly latencies: readonly number[];
  readonly elapsedSeconds: number;
  readonly cpuSeconds: number;
}

/** Milliseconds for which the audit log collects entries before it moves them. */
const gatherMilliseconds = 25;

if (import.meta.main) {
  const task: BareTask = JSON.parse(Deno.args[0] ?? "");
  const database = await open(task);
  console.log("ready");
  await Deno.stdin.read(new Uint8Array(8));
  await run(database, task, task.warmUpSeconds);
  const cpuBefore = cpuSecondsOf(Deno.pid);
  const began = performance.now();
  const latencies = await run(database, task, task.seconds);
  const done: BareDone = {
    latencies,
    elapsedSeconds: (performance.now() - began) / 1000,
    cpuSeconds: cpuSecondsOf(Deno.pid) - cpuBefore,
  };
  console.log(JSON.stringify(done));
  await Deno.stdin.read(new Uint8Array(8)); // the database's processes are looked at meanwhile
  await database.close();
}

function open(task: BareTask): Promise<BareDatabase> {
  if (task.by === "backend") return openBareBackend(task);
  return task.url.startsWith("postgres:") ? openBarePostgres(task) : openBareKv(task);
}

async function run(
  database: BareDatabase,
  { lanes, clients }: BareTask,
  seconds: number,
): Promise<readonly number[]> {
  const end = performance.now() + seconds * 1000;
  const take = Array.from({ length: clients }, (_, client) => sharing(() => database.take(client)));
  const latencies: number[] = [];
  const chain = (async () => {
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, gatherMilliseconds));
      await database.moveOntoChain();
    }
  })();
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => {
    for (let n = lane; performance.now() < end; n++) {
      const at = performance.now();
      const client = n % clients;
      const id = crypto.randomUUID();
      await take[client]?.();
      await database.answer(id, client, await database.reserve(id));
      latencies.push(performance.now() - at);
    }
  }));
  await chain;
  return latencies;
}
