import assert from "node:assert/strict";
import { namedDenokv, sayLeftOut, startDenokv } from "../support/denokv.ts";
import { startServer } from "../support/server.ts";

Deno.test("a database that stands still makes a server unready, not dead, until it goes on", async () => {
  if (namedDenokv === null) return sayLeftOut("readiness of a server");
  await using denokv = await startDenokv();
  await using server = await startServer({
    AVAL_KV: denokv.url,
    DENO_KV_ACCESS_TOKEN: denokv.accessToken,
  });
  const ask = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    const { status } = await answer.json();
    return [answer.status, status];
  };
  assert.deepEqual(await ask("/ready"), [200, "ready"]);
  Deno.kill(denokv.pid, "SIGSTOP");
  try {
    let [code, status] = await ask("/ready");
    while (code === 200) [code, status] = await ask("/ready"); // what it found is reported for a second
    assert.deepEqual([code, status], [503, "store_unavailable"]);
    assert.deepEqual(await ask("/health"), [200, "ok"]);
  } finally {
    Deno.kill(denokv.pid, "SIGCONT");
  }
  let [code] = await ask("/ready");
  while (code !== 200) [code] = await ask("/ready");
  assert.match(server.errorText(), /"event":"store_unavailable"[^]*"event":"store_available"/);
});

Deno.test("a drain does not wait for a database that stands still", async () => {
  if (namedDenokv === null) return sayLeftOut("the end of a server");
  await using denokv = await startDenokv();
  await using server = await startServer({
    AVAL_KV: denokv.url,
    DENO_KV_ACCESS_TOKEN: denokv.accessToken,
  });
  Deno.kill(denokv.pid, "SIGSTOP");
  try {
    // Something to count, which cannot be stored.
    await (await fetch(`${server.url}/v1/lists`)).body?.cancel();
    assert.equal(await server.terminate(), 0);
    assert.match(server.errorText(), /"event":"close_unfinished"/);
  } finally {
    Deno.kill(denokv.pid, "SIGCONT");
  }
});

Deno.test("a start that finds no store says so and ends, for its supervisor to try again", async () => {
  const nobody = Deno.listen({ port: 0 });
  const { port } = nobody.addr;
  nobody.close();
  for (
    const AVAL_KV of [`http://127.0.0.1:${port}`, `postgres://aval:none@127.0.0.1:${port}/aval`]
  ) {
    await assert.rejects(
      startServer({ AVAL_KV, DENO_KV_ACCESS_TOKEN: "none" }),
      /^aval: .*(cannot be reached|did not answer)/m,
    );
  }
});
