import assert from "node:assert/strict";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { entryPrefix } from "../../kv/audit/audit_records.ts";
import { openStore } from "../../kv/store/open_store.ts";
import { runCli } from "../support/cli.ts";
import { fixedClock } from "../support/clock.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { startServer } from "../support/server.ts";
import { locationOf } from "../support/store_location.ts";

const rounds = 50;
const writers = 8;

/** A request whose answer reached the client. */
interface Acknowledged {
  readonly decisionId: string;
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** Screens without end until the server dies under it. */
async function burst(url: string, writer: string, killAfter: number, kill: () => Promise<void>) {
  const acknowledged: Acknowledged[] = [];
  const names = [CLEAR_NAME, POSSIBLE_NAME, CONFIRMED_NAME];
  let answered = 0;
  let killed: Promise<void> | undefined;
  await Promise.all(Array.from({ length: writers }, async (_, lane) => {
    for (let i = 0;; i++) {
      const key = `${writer}-${lane}-${i}`;
      const name = names[i % names.length] ?? CLEAR_NAME;
      try {
        const answer = await screen(url, name, key);
        assert.equal(answer.status, 200);
        const text = await answer.text();
        acknowledged.push({ decisionId: JSON.parse(text).meta.decisionId, key, name, text });
      } catch (fault) {
        if (fault instanceof assert.AssertionError) throw fault;
        return; // the connection broke: nothing was acknowledged
      }
      if (++answered === killAfter) killed = kill();
    }
  }));
  await killed;
  return acknowledged;
}

function screen(url: string, name: string, key: string): Promise<Response> {
  return fetch(`${url}/v1/screen`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ name }),
  });
}

/** Decision ids on the audit chain. */
async function chainedDecisions(location: string): Promise<readonly string[]> {
  const clock = fixedClock();
  const store = await openStore({
    location: locationOf(location),
    clock,
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

Deno.test(`kill -9 in the middle of a burst loses and doubles nothing, ${rounds} times`, async () => {
  const folder = await Deno.makeTempDir();
  const env = { AVAL_KV: `${folder}/kv.sqlite3` };
  const random = seededRandom(50);
  const everyone: Acknowledged[] = [];
  let last: readonly Acknowledged[] = [];
  for (let round = 0; round <= rounds; round++) {
    await using server = await startServer(env);
    for (const { decisionId, key, name, text } of last) {
      const read = await fetch(`${server.url}/v1/screen/${decisionId}`);
      assert.equal(read.status, 200, `decision ${decisionId} of round ${round - 1} is gone`);
      await read.body?.cancel();
      const again = await screen(server.url, name, key);
      assert.equal(
        await again.text(),
        text,
        "an acknowledged request is replayed, never run again",
      );
    }
    if (round === rounds) break;
    const killAfter = 1 + (random.bytes(1)[0] ?? 0) % 60;
    last = await burst(server.url, `r${round}`, killAfter, () => server.kill());
    everyone.push(...last);
  }
  const verified = await runCli("admin", ["audit", "verify"], env);
  assert.equal(verified.code, 0, verified.stderr);
  const decisions = await chainedDecisions(env.AVAL_KV);
  assert.equal(new Set(decisions).size, decisions.length, "one entry a decision");
  for (const { decisionId } of everyone) {
    assert(decisions.includes(decisionId), "an acknowledged decision has no entry");
  }
  assert(everyone.length >= rounds);
  await Deno.remove(folder, { recursive: true });
});
