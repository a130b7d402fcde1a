import assert from "node:assert/strict";
import { openPurge } from "../../../gateways/http_cache/purge_cache.ts";

/** The log records of a purge, and the requests to the cache. */
async function purged(
  { answer, deadline = AbortSignal.timeout, token = null }: {
    readonly answer: () => Response | Promise<Response>;
    readonly deadline?: (milliseconds: number) => AbortSignal;
    readonly token?: string | null;
  },
) {
  const sent: unknown[] = [];
  const logged: unknown[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      sent.push([request.method, request.headers.get("authorization"), await request.text()]);
      return await answer();
    },
  );
  const purge = openPurge({
    cache: { url: `http://127.0.0.1:${server.addr.port}/`, token },
    seconds: 60,
    log: { warn: (...record: readonly unknown[]) => void logged.push(record) },
    deadline,
  });
  await purge(["one", "two"]);
  return { sent, logged };
}

Deno.test("openPurge() posts the tags, with a token where there is one", async () => {
  const answer = () => new Response("purged");
  const body = '{"tags":["one","two"]}';
  assert.deepEqual(await purged({ answer }), { sent: [["POST", null, body]], logged: [] });
  assert.deepEqual(await purged({ answer, token: "t" }), {
    sent: [["POST", "Bearer t", body]],
    logged: [],
  });
});

Deno.test("openPurge() logs what fails, sends it once and never rejects", async () => {
  const refused = await purged({ answer: () => new Response("no", { status: 403 }) });
  assert.deepEqual(refused.logged, [["cache_not_purged", { reason: "status", status: 403 }]]);
  assert.equal(refused.sent.length, 1);
  // A redirect would take the token elsewhere.
  const elsewhere = () => new Response(null, { status: 307, headers: { location: "/other" } });
  assert.equal((await purged({ answer: elsewhere })).sent.length, 1);
  const late = new AbortController();
  const held = Promise.withResolvers<Response>();
  const { logged } = await purged({
    answer: () => {
      late.abort();
      setTimeout(() => held.resolve(new Response()), 0);
      return held.promise;
    },
    deadline: () => late.signal,
  });
  assert.deepEqual(logged.length, 1);
});
