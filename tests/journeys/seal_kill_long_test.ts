import assert from "node:assert/strict";
import {
  killWhileSealing,
  postSeal,
  provisionSeal,
  type SealedStore,
  sealOf,
} from "../stress/seal_rounds.ts";
import { folderOf } from "../support/folder.ts";
import { roomyPolicy } from "../support/policy.ts";
import { startServer } from "../support/server.ts";
import { startTrustServices } from "../support/trust_services.ts";

/** Enough to show the effect; `deno task test:stress seals` kills fifty times. */
const kills = 5;

async function withStore(test: (store: SealedStore, folder: string) => Promise<void>) {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await using trust = await startTrustServices();
  await test({ kv: `${folder}/kv.sqlite3`, trust }, folder);
}

Deno.test(`kill -9 in the middle of a seal, ${kills} times, never signs twice and leaves an entry of each act`, async () => {
  await withStore(async (store) => void await killWhileSealing({ ...store, kills, seed: 18 }));
});

/**
 * Resolves when the trust service has received a request to authorize, for which it needs two
 * polls.
 */
async function authorizing({ trust: { provider } }: SealedStore): Promise<void> {
  while (provider.calls.get("credentials/authorize") === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

Deno.test("an act goes on when its caller hangs up, and when the server is asked to drain", async () => {
  await withStore(async (store) => {
    const { kv, trust } = store;
    await provisionSeal(store, "seal-pending");
    const env = { AVAL_MODE: "sandbox", AVAL_KV: kv, ...trust.env };
    const body = sealOf("contract");
    await using server = await startServer(env);
    const gone = new AbortController();
    const left = postSeal(server.url, "one", body, gone.signal);
    await authorizing(store);
    gone.abort();
    await assert.rejects(left);
    const drained = postSeal(server.url, "two", sealOf("another"));
    // Of one credential one document at a time: the second begins when the first has ended.
    while (trust.provider.calls.get("credentials/authorize") !== 2) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const ended = server.terminate();
    assert.equal((await drained).status, 200);
    assert.equal(await ended, 0);
    assert.equal(trust.provider.signed(), 2);
    await using next = await startServer(env);
    const again = await postSeal(next.url, "one", body);
    assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [200, "true"]);
    assert.equal(trust.provider.signed(), 2);
  });
});

Deno.test("64 equal requests to a server with one key are one authorization, one document and 63 replays", async () => {
  await withStore(async ({ kv, trust }, folder) => {
    await provisionSeal({ kv, trust });
    // On a machine that is busy with other work an act takes longer than a repeat waits for.
    const policy = JSON.stringify({ ...roomyPolicy, idempotency: { waitSeconds: 10 } });
    await Deno.writeTextFile(`${folder}/policy.json`, policy);
    await using server = await startServer({
      AVAL_MODE: "sandbox",
      AVAL_KV: kv,
      AVAL_POLICY: `${folder}/policy.json`,
      ...trust.env,
    });
    const body = sealOf("contract");
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => postSeal(server.url, "contract-4711", body)),
    );
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(answers[0]?.status, 200, answers[0]?.text);
    const replays = answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
    const { provider, stamped } = trust;
    assert.deepEqual(
      [replays.length, provider.calls.get("credentials/authorize"), provider.signed(), stamped()],
      [63, 1, 1, 1],
    );
  });
});
