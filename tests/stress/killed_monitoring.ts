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
/** Maximum milliseconds from the start of a run to the server's kill. */
const killWithinMilliseconds = 1_500;
/**
 * Milliseconds after which a run counts as lost: even the runs of every killed client before it end
 * much earlier.
 */
const endsWithinMilliseconds = 600_000;
/** Kills between two lines of progress. */
const reportedEvery = 10;
/** A sandbox client of its own for each kill. */
const clientOf = (kill: number) => `killed-${kill}`;

/**
 * Kills a server during a run over a newly imported book, this many times, each book of another
 * client. The next servers continue after the lease, and are killed as well. At the end each match
 * must have been opened once, and runs, audit chain and queue must agree.
 *
 * @returns runs that were killed before their end
 */
export async function killWhileComparing(
  { kv, kills, hasOther, seed }: KillBatches,
): Promise<{ readonly interrupted: number }> {
  const env = { AVAL_KV: kv };
  const random = seededRandom(seed);
  let interrupted = 0;
  let server = await startServer(env);
  for (let kill = 0; kill < kills; kill++) {
    const other = hasOther ? await startServer(env) : null;
    const client = clientOf(kill);
    await importBook(server, client);
    await untilRun(server, client, (run) => run !== undefined);
    const [first = 0, second = 0] = random.bytes(2);
    const wait = (256 * first + second) * killWithinMilliseconds / 65_536;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await server.kill();
    server = other ?? await startServer(env);
    if ((await runsOf(server, client))[0]?.endedAt === null) interrupted++;
    if ((kill + 1) % reportedEvery === 0) console.log(`${kill + 1} kills`);
  }
  for (let kill = 0; kill < kills; kill++) {
    const client = clientOf(kill);
    await untilRun(server, client, (run) => run?.endedAt !== null);
    const [run, ...others] = await runsOf(server, client);
    assert.equal(others.length, 0, "one run a book");
    assert.deepEqual([run!.subjects, run!.hits, run!.opened], [size, size / 2, size / 2]);
    const { totals } = await read(server, client, "/v1/screen/decisions?limit=1");
    assert.equal((totals as Record<string, number>)["OPEN"], size / 2, "queue");
  }
  await server.terminate();
  const clients = Array.from({ length: kills }, (_, kill) => clientOf(kill));
  const events = (await exportedEvents(env)).filter(({ clientId }) =>
    clientId !== undefined && clients.includes(clientId)
  );
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  assert.equal(count("SCREENING_DECISION"), kills * size / 2, "one entry a decision");
  assert.equal(count("MONITORING_RUN_ENDED"), kills, "one end a run");
  return { interrupted };
}

/** Imports the book of a client. */
async function importBook(server: ServerProcess, client: string): Promise<void> {
  const items = Array.from({ length: size }, (_, at) => ({
    subjectRef: `k-${at}`,
    name: names[at % names.length],
  }));
  await post(server, client, {
    path: `${subjectsPath}/import?generation=g`,
    body: JSON.stringify({ items }),
  });
  await post(server, client, { path: `${subjectsPath}/import/g/finish?remove=0` });
}

function headersOf(client: string) {
  return { "x-aval-sandbox-client": client, "content-type": "application/json" };
}

async function post(
  { url }: ServerProcess,
  client: string,
  { path, body }: { readonly path: string; readonly body?: string },
): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: headersOf(client),
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
}

async function read(
  { url, errorText }: ServerProcess,
  client: string,
  at: string,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${url}${at}`, { headers: headersOf(client) });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${text}\n${errorText()}`);
  return JSON.parse(text);
}

async function runsOf(server: ServerProcess, client: string): Promise<readonly MonitoringRun[]> {
  return (await read(server, client, `${runsPath}?limit=200`))["runs"] as readonly MonitoringRun[];
}

async function untilRun(
  server: ServerProcess,
  client: string,
  isWanted: (run: MonitoringRun | undefined) => boolean,
): Promise<void> {
  const deadline = AbortSignal.timeout(endsWithinMilliseconds);
  for (;;) {
    const [run] = await runsOf(server, client);
    if (isWanted(run)) return;
    assert(!deadline.aborted, `${client} ${JSON.stringify(run)}\n${server.errorText()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
