import assert from "node:assert/strict";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { runCli } from "../support/cli.ts";
import { namedDenokv, sayLeftOut, startDenokv } from "../support/denokv.ts";
import { keepConnection } from "../support/keep_alive.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { patientPolicyFile } from "../support/policy.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { errorsBesidesAge, type ServerProcess, startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";

const inMemory = { AVAL_KV: ":memory:" };
const patient = { ...inMemory, AVAL_POLICY: patientPolicyFile };
const clients = 8;

interface Sent {
  requests: number;
  /** Requests without a 200, in words. */
  readonly failed: string[];
}

/** Screens continuously, from several clients, until stopped. */
function screenOnAndOn(
  balancer: Balancer,
  token?: string,
): { end(): Promise<Sent>; more(requests: number): Promise<void> } {
  const sent: Sent = { requests: 0, failed: [] };
  let ended = false;
  const client = async () => {
    while (!ended) {
      sent.requests++;
      const failed = await balancer.send({
        method: "POST",
        path: "/v1/screen",
        headers: {
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ name: CLEAR_NAME }),
      }).then(({ status, body }) => status === 200 ? null : `${status} ${body}`, String);
      if (failed !== null) sent.failed.push(failed);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    end: async () => {
      ended = true;
      await running;
      return sent;
    },
    more: async (requests) => {
      const enough = sent.requests + requests;
      while (sent.requests < enough) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

Deno.test("SIGTERM under load: the other server takes over without one failed request", async () => {
  await using leaving = await startServer(inMemory);
  await using staying = await startServer(inMemory);
  await using balancer = startBalancer();
  await Promise.all([balancer.add(leaving.url), balancer.add(staying.url)]);
  const load = screenOnAndOn(balancer);
  await load.more(200);
  assert.equal(await leaving.terminate(), 0);
  await load.more(200);
  const { requests, failed } = await load.end();
  assert.deepEqual(failed, []);
  assert(requests >= 400);
  assert.equal(errorsBesidesAge(leaving), "");
});

/** Replaces three servers one after another under load; then the last ones report their counts. */
async function roll(env: Readonly<Record<string, string>>, token?: string): Promise<void> {
  await using balancer = startBalancer();
  await using servers = new AsyncDisposableStack();
  const start = async () => {
    const server = servers.use(await startServer(env));
    await balancer.add(server.url);
    return server;
  };
  const old: readonly ServerProcess[] = [await start(), await start(), await start()];
  const load = screenOnAndOn(balancer, token);
  await load.more(200);
  for (const server of old) {
    await start();
    const ended = server.terminate();
    await balancer.sendsNoMoreTo(server.url);
    assert.equal(await ended, 0);
    await load.more(100);
  }
  const { requests, failed } = await load.end();
  assert.deepEqual(failed, []);
  for (const server of old) assert.equal(errorsBesidesAge(server), "");
  if (token === undefined) return;
  const counted = await balancer.send({
    method: "GET",
    path: `/v1/screen/usage?to=${Temporal.Now.plainDateISO("UTC").add({ days: 2 })}`,
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual(JSON.parse(counted.body).decisions, {
    CLEAR: requests,
    POSSIBLE_MATCH: 0,
    CONFIRMED_MATCH: 0,
  });
  console.log(`${requests} requests sent, ${requests} answered and counted`);
}

/**
 * Like {@link roll}, live, on a store shared by all servers: there must be as many decisions as
 * answers.
 */
async function rollOn(store: Readonly<Record<string, string>>): Promise<void> {
  const env: Record<string, string> = { ...await liveEnvironment(), ...store };
  const minted = await runCli("admin", ["token", "mint", "--client", "acme"], env);
  assert.equal(minted.code, 0, minted.stderr);
  await roll(env, minted.stdout.trimEnd().split("\n").at(-1) ?? "");
}

Deno.test("three servers replaced one after another under load fail no request", async () => {
  await roll(inMemory);
});

Deno.test("three servers on one PostgreSQL, replaced under load, fail and lose no request", async () => {
  if (needsPostgres("a rolling update") === undefined) return;
  await using database = await emptyDatabase();
  await rollOn({ AVAL_KV: database.url });
});

Deno.test("three servers on one denokv, replaced under load, fail and lose no request", async () => {
  if (namedDenokv === null) return sayLeftOut("a rolling update");
  await using denokv = await startDenokv();
  await rollOn({ AVAL_KV: denokv.url, DENO_KV_ACCESS_TOKEN: denokv.accessToken });
});

Deno.test("a draining server ends kept connections by its answers", async () => {
  await using server = await startServer(patient);
  const connection = await keepConnection(server.url);
  const before = await connection.send({ method: "GET", path: "/health" });
  assert.deepEqual([before.status, before.closes], [200, false]);
  const ended = server.terminate();
  let answer = before;
  // The signal may come between what is said and the end of its answer: then only the header says it.
  while (!answer.closes) answer = await connection.send({ method: "GET", path: "/ready" });
  assert(answer.status === 503 || answer.status === 200);
  const next = await keepConnection(server.url);
  const refused = await next.send({ method: "GET", path: "/ready" });
  assert.deepEqual([refused.status, JSON.parse(refused.body)], [503, { status: "draining" }]);
  assert(refused.closes);
  next.close();
  connection.close();
  assert.equal(await ended, 0);
});

Deno.test("requests that keep coming are answered beside a drain, until it must end", async () => {
  await using server = await startServer(patient);
  const ended = server.terminate();
  let stopped: number | null = null;
  void ended.then((code) => stopped = code);
  // Longer than drainSecondsMin, at a pace well within the quiet that it waits for: from somebody who ignores readiness.
  const until = Date.now() + 2_500;
  while (Date.now() < until) {
    const connection = await keepConnection(server.url);
    const { status } = await connection.send({ method: "GET", path: "/v1/lists" });
    connection.close();
    assert.deepEqual([status, stopped], [200, null]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(await ended, 0);
});
