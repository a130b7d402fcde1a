import assert from "node:assert/strict";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { entryPrefix } from "../../kv/audit/audit_records.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { runCli } from "../support/cli.ts";
import { fixedClock } from "../support/clock.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { locationOf } from "../support/store_location.ts";

const writers = 8;
/** Maximum answers before a server is killed. */
const answersMax = 60;
/** Milliseconds in which a running server answers, even on a busy machine. */
const answerMillisecondsMax = 120_000;

/** A request whose answer reached the client. */
interface Acknowledged {
  readonly decisionId: string;
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** The results of kills. */
export interface ScreeningKills {
  readonly kills: number;
  /** Decisions that were answered before a kill. */
  readonly acknowledged: number;
  /** Answers with status 503: nothing was acknowledged, and the client repeats the request. */
  readonly unavailable: number;
}

/**
 * Kills a server during a burst of screenings, this many times. After each restart every decision
 * acknowledged before is found and replayed under its key. At the end each has one entry on an
 * audit chain that verifies.
 *
 * @throws AssertionError if anything is lost or duplicated
 */
export async function killWhileScreening(
  { kv, kills, seed }: { readonly kv: string; readonly kills: number; readonly seed: number },
): Promise<ScreeningKills> {
  const env = { AVAL_KV: kv };
  const random = seededRandom(seed);
  const all: Acknowledged[] = [];
  let last: readonly Acknowledged[] = [];
  let unavailable = 0;
  for (let kill = 0; kill < kills; kill++) {
    await using server = await startServer(env);
    await findAgain(server, last);
    const killAfter = 1 + (random.bytes(1)[0] ?? 0) % answersMax;
    const burst = await killedBurst(server, { prefix: `k${kill}`, killAfter });
    last = burst.acknowledged;
    unavailable += burst.unavailable;
    all.push(...last);
  }
  {
    await using server = await startServer(env);
    await findAgain(server, last);
  }
  await assertChained(env, all);
  return { kills, acknowledged: all.length, unavailable };
}

/** Screens by several concurrent clients until the server is killed, after this many answers. */
async function killedBurst(
  server: ServerProcess,
  { prefix, killAfter }: { readonly prefix: string; readonly killAfter: number },
) {
  const acknowledged: Acknowledged[] = [];
  const names = [CLEAR_NAME, POSSIBLE_NAME, CONFIRMED_NAME];
  let unavailable = 0;
  let killed: Promise<void> | undefined;
  await Promise.all(Array.from({ length: writers }, async (_, writer) => {
    // A request that is sent after the kill could reach whoever has the port next.
    for (let i = 0; killed === undefined; i++) {
      const key = `${prefix}-${writer}-${i}`;
      const name = names[i % names.length] ?? CLEAR_NAME;
      const answer = await screen(server, name, key).catch((fault) => {
        // The connection broke: nothing was acknowledged.
        if (killed === undefined) throw fault;
        return null;
      });
      if (answer === null) return;
      if (answer.status === 503) {
        unavailable++;
        continue;
      }
      assertAnswered(server, answer);
      const { decisionId } = JSON.parse(answer.text).meta;
      acknowledged.push({ decisionId, key, name, text: answer.text });
      if (acknowledged.length === killAfter) killed = server.kill();
    }
  }));
  await killed;
  return { acknowledged, unavailable };
}

/** Asserts that acknowledged decisions are found after a kill, and replayed under their keys. */
async function findAgain(server: ServerProcess, last: readonly Acknowledged[]): Promise<void> {
  for (const { decisionId, key, name, text } of last) {
    const read = await inTheEnd(() => send(`${server.url}/v1/screen/${decisionId}`));
    assert.equal(read.status, 200, `decision ${decisionId} is gone: ${read.text}`);
    const again = await inTheEnd(() => screen(server, name, key));
    assertAnswered(server, again);
    assert.equal(again.text, text, "an acknowledged request is replayed, never run again");
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

function screen({ url }: ServerProcess, name: string, key: string): Promise<Answered> {
  return send(`${url}/v1/screen`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ name }),
  });
}

async function send(url: string, init: RequestInit = {}): Promise<Answered> {
  const signal = AbortSignal.timeout(answerMillisecondsMax);
  const answer = await fetch(url, { ...init, signal });
  return { status: answer.status, text: await answer.text() };
}

/** Repeats a request while the store is unavailable, like a client. */
async function inTheEnd(request: () => Promise<Answered>): Promise<Answered> {
  const deadline = AbortSignal.timeout(answerMillisecondsMax);
  for (;;) {
    const answer = await request();
    if (answer.status !== 503 || deadline.aborted) return answer;
  }
}

function assertAnswered(server: ServerProcess, { status, text }: Answered): void {
  assert.equal(status, 200, `${text}\n${server.errorText()}`);
}

async function assertChained(
  env: { readonly AVAL_KV: string },
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const verified = await runCli("admin", ["audit", "verify"], env);
  assert.equal(verified.code, 0, verified.stderr);
  const decisions = await chainedDecisions(env.AVAL_KV);
  assert.equal(new Set(decisions).size, decisions.length, "one entry a decision");
  const chained = new Set(decisions);
  for (const { decisionId } of acknowledged) {
    assert(chained.has(decisionId), "an acknowledged decision has no entry");
  }
}

/** Ids of decisions on the audit chain. */
async function chainedDecisions(location: string): Promise<readonly string[]> {
  const store = await openStore({
    location: locationOf(location),
    clock: fixedClock(),
    random: seededRandom(),
    pause: () => Promise.resolve(),
  });
  const decisions: string[] = [];
  for await (const { value } of store.list(LinkedEntry, { prefix: entryPrefix })) {
    const { event } = value.entry;
    if (event.kind === "SCREENING_DECISION") decisions.push(String(event["decisionId"]));
  }
  store.close();
  return decisions;
}
