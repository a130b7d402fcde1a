import assert from "node:assert/strict";
import { CLEAR_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";

Deno.test("two servers on one file answer exactly the bucket's requests, and 429 to the rest", async () => {
  const folder = await Deno.makeTempDir();
  const policy = `${folder}/policy.json`;
  const bucket = { capacity: 50, refillPerSecond: 1 / 86_400 };
  await Deno.writeTextFile(policy, JSON.stringify({ rateLimits: { screening: bucket } }));
  const env = { AVAL_KV: `${folder}/kv.sqlite3`, AVAL_POLICY: policy };
  {
    await using one = await startServer(env);
    await using other = await startServer(env);
    const answers = await Promise.all(
      Array.from({ length: 160 }, async (_, n) => {
        const answer = await fetch(`${(n % 2 === 0 ? one : other).url}/v1/screen`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-aval-sandbox-client": `client-${n}` },
          body: JSON.stringify({ name: CLEAR_NAME }),
        });
        await answer.body?.cancel();
        return { status: answer.status, left: answer.headers.get("ratelimit") };
      }),
    );
    const allowed = answers.filter(({ status }) => status === 200);
    assert.equal(allowed.length, 50);
    assert.equal(answers.filter(({ status }) => status === 429).length, 110);
    assert.equal(new Set(allowed.map(({ left }) => left)).size, 50, "no token was given twice");
  }
  await Deno.remove(folder, { recursive: true });
});
