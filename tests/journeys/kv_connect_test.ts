import assert from "node:assert/strict";
import { namedDenokv, sayLeftOut } from "../support/denokv.ts";
import { startDenokv } from "../support/denokv_process.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";
import { type LocalCertificate, makeLocalCertificate } from "../support/tls.ts";

sayLeftOut("2 journeys of a server");

/** A screening with a new idempotency key. */
async function screen(url: string, key: string) {
  const answer = await fetch(`${url}/v1/screen`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ name: CLEAR_NAME }),
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** Accepts https (HTTP/2 if requested) in front of an http server. */
function startTls(server: string, { key, cert }: LocalCertificate) {
  const tls = Deno.serve(
    { hostname: "127.0.0.1", port: 0, key, cert, onListen() {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.arrayBuffer();
      return await fetch(new URL(pathname, server), { method, headers, body });
    },
  );
  return {
    url: `https://localhost:${tls.addr.port}`,
    [Symbol.asyncDispose]: () => tls.shutdown(),
  };
}

if (namedDenokv !== null) {
  Deno.test("KV Connect: a server started as its task does answers over https", async () => {
    const folder = await Deno.makeTempDir();
    {
      await using denokv = await startDenokv();
      const certificate = await makeLocalCertificate(folder);
      await using tls = startTls(denokv.url, certificate);
      const env = { AVAL_KV: tls.url, DENO_KV_ACCESS_TOKEN: denokv.accessToken };
      await using server = await startServer({ ...env, DENO_CERT: certificate.path });
      assert.equal((await screen(server.url, "one")).status, 200);
      assert.equal(
        (await screen(server.url, "one")).headers.get("idempotent-replayed"),
        "true",
      );
      await assert.rejects(startServer(env), /The store cannot be reached/);
    }
    await Deno.remove(folder, { recursive: true });
  });

  Deno.test("KV Connect: a server outlives its denokv, and goes on when it is back", async () => {
    await using denokv = await startDenokv();
    const env = { AVAL_KV: denokv.url, DENO_KV_ACCESS_TOKEN: denokv.accessToken };
    await using server = await startServer(env);
    const before = await screen(server.url, "before");
    assert.equal(before.status, 200);
    await denokv.kill();
    const during = await screen(server.url, "during");
    assert.deepEqual([during.status, during.body.error], [503, "upstream_unavailable"]);
    await denokv.restart();
    const replay = await screen(server.url, "before");
    assert.deepEqual([replay.status, replay.body], [200, before.body]);
    assert.equal((await screen(server.url, "during")).status, 200);
    await assert.rejects(
      startServer({ ...env, DENO_KV_ACCESS_TOKEN: "wrong" }),
      /aval: AVAL_KV_TOKEN or DENO_KV_ACCESS_TOKEN: the server that AVAL_KV names refuses it/,
    );
  });
}
