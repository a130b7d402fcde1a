import assert from "node:assert/strict";
import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import { exportedEvents } from "../support/exported_events.ts";
import { runsPath, subjectsPath } from "../support/monitoring.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import type { KillBatches } from "./killed_batches.ts";

const names = [CLEAR_NAME, POSSIBLE_NAME, CLEAR_NAME, CONFIRMED_NAME];
const size = 1_000;
/** A sandbox's own client has the example of the reference. */
const client = { "x-aval-sandbox-client": "killed", "content-type": "application/json" };
/** A server is killed so many milliseconds after its run has begun, at most. */
const killWithinMilliseconds = 1_500;
/** A run that does not end in this time is lost: a lease is over much earlier. */
const endsWithinMilliseconds = 180_000;

/**
 * Kills a server in the middle of a run over a book that was just imported, so many times: another one
 * goes on. In the end each match was opened once, and runs, audit chain and queue say the same.
 *
 * @returns runs that were killed before their end
 */
export async function killWhileComparing(
  { kv, kills, hasOther, seed }: KillBatches,
): Promise<{ readonly interrupted: number }> {
  const env = { AVAL_KV: kv };
  const random = seededRandom(seed);
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    const killed = await startServer(env);
    let other = hasOther ? await startServer(env) : null;
    await importBook(killed, kill);
    await untilRuns(killed, ({ length }) => length > kill);
    const [first = 0, second = 0] = random.bytes(2);
    const wait = (256 * first + second) * killWithinMilliseconds / 65_536;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await killed.kill();
    other ??= await startServer(env);
    await using server = other;
    const [begun] = await runsOf(server);
    if (begun?.endedAt === null) interrupted++;
    const [run, ...others] = await untilRuns(server, ([run]) => run?.endedAt !== null);
    assert.equal(others.length, kill, "one run a book");
    assert.deepEqual([run!.subjects, run!.hits, run!.opened], [size, size / 2, size / 2]);
    const { totals } = await read(server, "/v1/screen/decisions?limit=1");
    assert.equal((totals as Record<string, number>)["OPEN"], (kill + 1) * size / 2, "queue");
    await server.terminate();
  }
  const events = (await exportedEvents(env)).filter(({ clientId }) => clientId === "killed");
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  assert.equal(count("SCREENING_DECISION"), kills * size / 2, "one entry a decision");
  assert.equal(count("MONITORING_RUN_ENDED"), kills, "one end a run");
  return { interrupted };
}

/** Imports a book in the place of the one before: all of its customers are new. */
async function importBook(server: ServerProcess, number: number): Promise<void> {
  const items = Array.from({ length: size }, (_, at) => ({
    subjectRef: `k${number}-${at}`,
    name: names[at % names.length],
  }));
  const remove = number === 0 ? 0 : size;
  await post(server, `${subjectsPath}/import?generation=g${number}`, JSON.stringify({ items }));
  await post(server, `${subjectsPath}/import/g${number}/finish?remove=${remove}`);
}

async function post({ url }: ServerProcess, path: string, body?: string): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: client,
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
}

async function read(
  { url, errorText }: ServerProcess,
  at: string,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${url}${at}`, { headers: client });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${text}\n${errorText()}`);
  return JSON.parse(text);
}

async function runsOf(server: ServerProcess): Promise<readonly MonitoringRun[]> {
  return (await read(server, `${runsPath}?limit=200`))["runs"] as readonly MonitoringRun[];
}

async function untilRuns(
  server: ServerProcess,
  isWanted: (runs: readonly MonitoringRun[]) => boolean,
): Promise<readonly MonitoringRun[]> {
  const deadline = AbortSignal.timeout(endsWithinMilliseconds);
  for (;;) {
    const runs = await runsOf(server);
    if (isWanted(runs)) return runs;
    assert(!deadline.aborted, `${JSON.stringify(runs[0])}\n${server.errorText()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
