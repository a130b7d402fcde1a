import assert from "node:assert/strict";
import { answering, type EventReceiver, openReceiver } from "../support/event_receiver.ts";
import { CONFIRMED_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** Headers of a sandbox client of its own. */
const client = { "x-aval-sandbox-client": "killed", "content-type": "application/json" };
/** Matches of one round, and concurrent requests for them. */
const [matches, atOnce] = [40, 4];
/** Maximum milliseconds from a round's first match to the server's kill. */
const killWithinMilliseconds = 600;
/**
 * Milliseconds after which missing events count as lost: an interrupted try is repeated much
 * earlier.
 */
const comesWithinMilliseconds = 180_000;

/** Kills between two lines of progress. */
const reportedEvery = 20;

/** Policy with tries of at most 2 s, and soon repeated ones. */
const policy = new URL("killed_policy.json", import.meta.url).pathname;

/** The store and number of kills. */
export interface KillEvents {
  readonly kv: string;
  readonly kills: number;
  /** Whether a second server runs next to the killed one, which needs a shared store. */
  readonly hasOther: boolean;
  readonly seed: number;
}

/** What the receivers have recorded. */
export interface KilledEvents {
  readonly events: number;
  /** Deliveries to the receiver that always works, including repeated ones. */
  readonly deliveries: number;
}

/**
 * Kills a server while matches are raised, numbered and delivered, this many times; another one
 * continues. At the end every match must have one event in the list. Each event must have been
 * delivered under its id to each working endpoint, including one that fails at first, and none to
 * the target of a redirect.
 */
export async function killWhileDelivering(
  { kv, kills, hasOther, seed }: KillEvents,
): Promise<KilledEvents> {
  const env = { AVAL_KV: kv, AVAL_POLICY: policy };
  const random = seededRandom(seed);
  const failed = new Set<string>();
  await using good = openReceiver();
  await using elsewhere = openReceiver();
  await using redirecting = openReceiver(() => answering(307, { location: elsewhere.url }));
  await using gone = openReceiver(() => answering(410));
  await using hanging = openReceiver(() => ({ kind: "hang" }));
  await using flaky = openReceiver(({ id }) => {
    if (failed.has(id)) return answering(200);
    failed.add(id);
    return answering(500);
  });
  const decided = new Set<string>();
  let server = await startServer(env);
  for (const { url } of [good, redirecting, gone, hanging, flaky]) {
    const created = await send(server, "/v1/events/endpoints", { url, types: ["screening.match"] });
    assert.equal(created?.status, 201, created?.text);
  }
  for (let kill = 0; kill < kills; kill++) {
    const other = hasOther ? await startServer(env) : null;
    const answered = Promise.withResolvers<void>();
    const sending = sendMatches(server, decided, answered.resolve);
    await answered.promise;
    const [first = 0, second = 0] = random.bytes(2);
    const wait = (256 * first + second) * killWithinMilliseconds / 65_536;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await server.kill();
    await sending;
    server = other ?? await startServer(env);
    if ((kill + 1) % reportedEvery === 0) console.log(`${kill + 1} kills`);
  }
  await sendMatches(server, decided);
  const ids = await untilDelivered(server, [good, flaky]);
  assert.equal(new Set(ids.values()).size, ids.size, "an act has one event");
  for (const decisionId of decided) assert([...ids.values()].includes(decisionId), decisionId);
  assert.deepEqual(elsewhere.received, []);
  for (const { received } of [good, flaky, redirecting, hanging]) {
    for (const { id, data } of received) assert.equal(ids.get(id), data.decisionId);
  }
  assert(gone.received.length >= 1);
  await server.terminate();
  return { events: ids.size, deliveries: good.received.length };
}

/** Sends matches until the server is killed, and records the answered ones. */
async function sendMatches(
  server: ServerProcess,
  decided: Set<string>,
  answered: () => void = () => {},
): Promise<void> {
  let left = matches;
  const sendSome = async () => {
    while (left-- > 0) {
      const answer = await send(server, "/v1/screen", { name: CONFIRMED_NAME });
      if (answer === null) return;
      assert.equal(answer.status, 200, answer.text);
      decided.add(JSON.parse(answer.text).meta.decisionId);
      answered();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendSome));
}

/** @returns null if the server is down */
async function send(
  { url }: ServerProcess,
  path: string,
  body: unknown,
): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: client,
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

/** Waits until each receiver has every event of the list. @returns the decision of each event */
async function untilDelivered(
  server: ServerProcess,
  receivers: readonly EventReceiver[],
): Promise<ReadonlyMap<string, string>> {
  let [deadline, least] = [AbortSignal.timeout(comesWithinMilliseconds), Infinity];
  for (;;) {
    const ids = await listed(server);
    const missing = receivers.map(({ received }) => {
      const came = new Set(received.map(({ id }) => id));
      return [...ids.keys()].filter((id) => !came.has(id)).length;
    });
    if (ids.size > 0 && missing.every((count) => count === 0)) return ids;
    const left = missing.reduce((sum, count) => sum + count, 0);
    if (left < least) deadline = AbortSignal.timeout(comesWithinMilliseconds);
    least = Math.min(least, left);
    assert(!deadline.aborted, `not delivered: ${missing} of ${ids.size}\n${server.errorText()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function listed({ url, errorText }: ServerProcess): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (let after: string | null = null;;) {
    const query: string = after === null ? "" : `&after=${after}`;
    const answer = await fetch(`${url}/v1/events?limit=200${query}`, { headers: client });
    const page = await answer.json();
    assert.equal(answer.status, 200, errorText());
    for (const { id, type, data } of page.events) {
      if (type === "screening.match") ids.set(id, data.decisionId);
    }
    if (!page.more) return ids;
    after = page.after;
  }
}
