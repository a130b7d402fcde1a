import assert from "node:assert/strict";
import type { BatchResult } from "../../core/screening/batch_schema.ts";
import { exportedEvents } from "../support/exported_events.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const path = "/v1/screen/batches";
const names = [CLEAR_NAME, POSSIBLE_NAME, CLEAR_NAME, CONFIRMED_NAME];
const items = 1_000;
/** Headers of a sandbox client of its own. */
const client = { "x-aval-sandbox-client": "killed" };
/** Maximum milliseconds from accepting a batch to killing a server. */
const killWithinMilliseconds = 1_500;
/** A batch that has not ended after this time counts as lost, since leases end much earlier. */
const endsWithinMilliseconds = 180_000;

/** The store and number of kills. */
export interface KillBatches {
  readonly kv: string;
  readonly kills: number;
  /** Whether a second server runs next to the killed one, which needs a shared store. */
  readonly hasOther: boolean;
  readonly seed: number;
}

/**
 * Kills a server during a batch this many times; another one continues. At the end each item must
 * be decided once, and results, audit chain, queue and usage must agree.
 *
 * @returns batches that were killed before their end
 */
export async function killWhileRunning(
  { kv, kills, hasOther, seed }: KillBatches,
): Promise<{ readonly interrupted: number }> {
  const env = { AVAL_KV: kv };
  const random = seededRandom(seed);
  const decided = new Set<string>();
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    const killed = await startServer(env);
    let other = hasOther ? await startServer(env) : null;
    const id = await send(killed);
    const [first = 0, second = 0] = random.bytes(2);
    const wait = (256 * first + second) * killWithinMilliseconds / 65_536;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await killed.kill();
    other ??= await startServer(env);
    await using server = other;
    if ((await read(server, `${path}/${id}`))["state"] !== "DONE") interrupted++;
    await untilDone(server, id);
    const { results } = await read(server, `${path}/${id}/results?limit=2000`);
    const ofBatch = results as readonly BatchResult[];
    assert.deepEqual(ofBatch.map(({ item }) => item), Array.from({ length: items }, (_, at) => at));
    for (const { decisionId } of ofBatch) decided.add(String(decisionId));
    assert.equal(decided.size, (kill + 1) * items, "each item is a decision of its own");
    await server.terminate();
  }
  await assertCounted(env, decided);
  return { interrupted };
}

async function send({ url }: ServerProcess): Promise<string> {
  const book = Array.from({ length: items }, (_, at) => ({ name: names[at % names.length] }));
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...client },
    body: JSON.stringify({ items: book }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 202, text);
  return JSON.parse(text).batchId;
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

async function untilDone(server: ServerProcess, id: string): Promise<void> {
  const deadline = AbortSignal.timeout(endsWithinMilliseconds);
  for (;;) {
    const { state, counts } = await read(server, `${path}/${id}`);
    if (state === "DONE") return;
    assert(!deadline.aborted, `${state} ${JSON.stringify(counts)}\n${server.errorText()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function assertCounted(
  env: { readonly AVAL_KV: string },
  decided: ReadonlySet<string>,
): Promise<void> {
  {
    await using server = await startServer(env);
    const today = Temporal.Now.plainDateISO("UTC");
    const days = `from=${today.subtract({ days: 1 })}&to=${today.add({ days: 1 })}`;
    const { decisions } = await read(server, `/v1/screen/usage?${days}`);
    const counted = Object.values(decisions as Record<string, number>);
    assert.equal(counted.reduce((sum, count) => sum + count, 0), decided.size, "usage");
    const { totals } = await read(server, "/v1/screen/decisions?limit=1");
    assert.equal((totals as Record<string, number>)["OPEN"], decided.size / 2, "queue");
    await server.terminate();
  }
  const events = (await exportedEvents(env)).filter(({ clientId }) => clientId === "killed");
  const chained = events.filter(({ kind }) => kind === "SCREENING_DECISION");
  assert.equal(chained.length, decided.size, "one entry a decision");
  for (const event of chained) assert(decided.has(String(event.decisionId)));
  const ends = events.filter(({ kind }) => kind === "BATCH_ENDED");
  assert.equal(ends.length, decided.size / items, "one end a batch");
}
