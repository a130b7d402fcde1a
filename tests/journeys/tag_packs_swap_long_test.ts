import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { startFileServer } from "../support/file_server.ts";
import { folderOf } from "../support/folder.ts";
import {
  activeAnswer,
  type FakeProvider,
  fakeProvider,
  providerEnvironment,
} from "../support/identity_provider.ts";
import { keepConnection } from "../support/keep_alive.ts";
import { testSigner } from "../support/published_lists.ts";
import { roomyPolicy } from "../support/policy.ts";
import { errorsBesidesAge, startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";
import {
  corpusManifestOf,
  corpusTag,
  type SmallCorpus,
  smallCorpus,
  walletRiskPath,
} from "../support/wallet_risk.ts";

const signer = await testSigner();
const addressOf = (number: number) => `0x${number.toString(16).padStart(40, "0")}`;
const corpusOf = (run: string, abuse: string | null) =>
  smallCorpus(
    run,
    Array.from({ length: 5_000 }, (_, at) => corpusTag({ address: addressOf(at), abuse })),
    // Not too old: the log has nothing to say of it.
    new Date(Date.now() - 3_600_000).toISOString(),
  );
const first = corpusOf("run-1", null);
const second = corpusOf("run-2", "scam");
/** The score that each corpus gives to every address. */
const scores = new Map([["run-1", 6], ["run-2", 38]]);

/** Publishes on a web server of this machine. */
async function startPublisher() {
  let manifest = "";
  let hangs = false;
  let published = 0;
  const corpora = new Map(
    [first, second].map((one) => [`/${one.id.slice(0, 16)}.aval`, one.bytes]),
  );
  const server = startFileServer(({ path }) => {
    if (hangs) return "hang";
    if (path === "/tagpacks.note") return { status: 200, body: manifest };
    const body = corpora.get(path);
    return body === undefined ? { status: 404 } : { status: 200, body };
  });
  const since = Date.now() - 3_600_000;
  const publish = async (corpus: SmallCorpus) => {
    const createdAt = new Date(since + ++published).toISOString();
    manifest = await corpusManifestOf(corpus, signer, { createdAt });
  };
  await publish(first);
  return {
    publish,
    tagPacks: `${server.url}/tagpacks.note#key=${signer.verifierKey}`,
    hang: () => {
      hangs = true;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Every token is of an active client. */
function startProvider(): FakeProvider {
  const provider: FakeProvider = fakeProvider(() =>
    Response.json(activeAnswer(provider, Temporal.Now.instant()))
  );
  return provider;
}

const headers = { "content-type": "application/json", authorization: "Bearer a-token-of-acme" };

/** Scores continuously until stopped, and compares each answer with the run that it names. */
function scoreOnAndOn(url: string) {
  const byRun = new Map<string, number>();
  const wrong: string[] = [];
  let ended = false;
  let sent = 0;
  const client = async () => {
    const connection = await keepConnection(url);
    while (!ended) {
      const { status, body } = await connection.send({
        method: "POST",
        path: walletRiskPath,
        headers: { ...headers, "idempotency-key": crypto.randomUUID() },
        body: JSON.stringify({ network: "ETH", address: addressOf(sent++ % 5_000) }),
      });
      const answer = status === 200 ? JSON.parse(body) : null;
      const run = answer?.frozenDecisionArtifact.tagpackEtlRunId;
      if (answer === null || answer.score !== scores.get(run)) wrong.push(`${status} ${body}`);
      else byRun.set(run, (byRun.get(run) ?? 0) + 1);
    }
    connection.close();
  };
  const running = Promise.all(Array.from({ length: 4 }, client));
  return {
    /** Waits for this many more answers by a run, or for a wrong one. */
    answersBy: async (run: string, more: number) => {
      const enough = (byRun.get(run) ?? 0) + more;
      while ((byRun.get(run) ?? 0) < enough && wrong.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    end: async () => {
      ended = true;
      await running;
      return { byRun, wrong };
    },
  };
}

Deno.test("tag corpora are swapped back and forth under load over HTTP, and no request is lost or mixed up", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const AVAL_POLICY = `${folder}/policy.json`;
  await Deno.writeTextFile(
    AVAL_POLICY,
    JSON.stringify({ ...roomyPolicy, lists: { pollSeconds: 1 } }),
  );
  await using publisher = await startPublisher();
  await using provider = startProvider();
  const env = {
    ...await liveEnvironment(),
    ...providerEnvironment(provider.url),
    AVAL_KV: ":memory:",
    AVAL_TAGPACKS: publisher.tagPacks,
    AVAL_POLICY,
  };
  await using server = await startServer(env);
  const load = scoreOnAndOn(server.url);
  for (let swap = 1; swap <= 6; swap++) {
    const next = swap % 2 === 1 ? second : first;
    await publisher.publish(next);
    await load.answersBy(next.etlRunId, 500);
  }
  const { byRun, wrong } = await load.end();
  assert.deepEqual(wrong, []);
  for (const run of scores.keys()) assert((byRun.get(run) ?? 0) >= 1_500, run);
  const described = await (await fetch(`${server.url}/v1/lists`, { headers })).json();
  assert.deepEqual([described.tagpacks.id, described.tagpacks.stale], [first.id, false]);
  assert.equal(server.errorText().match(/"tagpacks_taken"/g)?.length, 6);
  assert.doesNotMatch(errorsBesidesAge(server), /"level":"(warn|error)"/);
  assert.equal(await server.terminate(), 0);
});

Deno.test("a start names AVAL_TAGPACKS where its host does not answer in time", async () => {
  const policy = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(policy, JSON.stringify({ server: { startSecondsMax: 1 } }));
    await using publisher = await startPublisher();
    publisher.hang();
    await assert.rejects(
      startServer({
        ...await liveEnvironment(),
        AVAL_KV: ":memory:",
        AVAL_TAGPACKS: publisher.tagPacks,
        AVAL_POLICY: policy,
      }),
      /AVAL_KV or AVAL_TAGPACKS: did not answer within 1 s/,
    );
  } finally {
    await Deno.remove(policy);
  }
});
