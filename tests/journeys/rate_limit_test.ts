import assert from "node:assert/strict";
import { namedDenokv, sayLeftOut } from "../support/denokv.ts";
import { startDenokv } from "../support/denokv_process.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";
import { serviceInMemory } from "../support/service.ts";

const rateLimits = { screening: { capacity: 50, refillPerSecond: 1 / 86_400 } };

/** Sends 160 requests to two servers alternately: 50 are answered, one for each token. */
async function shareOneBucket(send: (server: number, client: string) => Promise<Response>) {
  const answers = await Promise.all(
    Array.from({ length: 160 }, async (_, n) => {
      const answer = await send(n % 2, `client-${n}`);
      await answer.body?.cancel();
      return { status: answer.status, left: answer.headers.get("ratelimit") };
    }),
  );
  const allowed = answers.filter(({ status }) => status === 200);
  assert.equal(allowed.length, 50);
  assert.equal(answers.filter(({ status }) => status === 429).length, 110);
  assert.equal(new Set(allowed.map(({ left }) => left)).size, 50, "no token was given twice");
}

const screening = (client: string) => ({
  method: "POST",
  headers: { "content-type": "application/json", "x-aval-sandbox-client": client },
  body: JSON.stringify({ name: CLEAR_NAME }),
});

Deno.test("two services on one file answer exactly the bucket's requests, and 429 to the rest", async () => {
  const folder = await Deno.makeTempDir();
  {
    const kv = `${folder}/kv.sqlite3`;
    await using one = await serviceInMemory({ kv, policy: { rateLimits }, seed: 1 });
    await using other = await serviceInMemory({ kv, policy: { rateLimits }, seed: 2 });
    await shareOneBucket((server, client) =>
      (server === 0 ? one : other).fetch("/v1/screen", screening(client))
    );
  }
  await Deno.remove(folder, { recursive: true });
});

sayLeftOut("a bucket of two servers");
if (namedDenokv !== null) {
  Deno.test("two servers on one denokv answer exactly the bucket's requests, and 429 to the rest", async () => {
    const policy = await Deno.makeTempFile();
    await Deno.writeTextFile(policy, JSON.stringify({ rateLimits }));
    {
      await using denokv = await startDenokv();
      const env = {
        AVAL_KV: denokv.url,
        DENO_KV_ACCESS_TOKEN: denokv.accessToken,
        AVAL_POLICY: policy,
      };
      await using one = await startServer(env);
      await using other = await startServer(env);
      await shareOneBucket((server, client) =>
        fetch(`${(server === 0 ? one : other).url}/v1/screen`, screening(client))
      );
    }
    await Deno.remove(policy);
  });
}
