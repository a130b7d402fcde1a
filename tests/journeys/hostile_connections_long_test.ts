import assert from "node:assert/strict";
import { connectRaw } from "../support/raw_http.ts";
import { startPermissions, startServer } from "../support/server.ts";

/** A request whose body never arrives. */
const promised = [
  "POST /v1/screen HTTP/1.1",
  "Host: localhost",
  "Content-Type: application/json",
  "Content-Length: 100",
  "",
  "{",
].join("\r\n");

Deno.test("a server refuses a body that does not end, and takes nothing else on its connection", async () => {
  const policy = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(policy, JSON.stringify({ server: { bodySecondsMax: 1 } }));
  await using server = await startServer({ AVAL_KV: ":memory:", AVAL_POLICY: policy });
  using connection = await connectRaw(server.url);
  await connection.send(promised);
  const { status, headers, body } = await connection.earlyAnswer();
  assert.deepEqual([status, headers["connection"]], [400, "close"]);
  assert.match(body, /The body did not arrive within 1 s/);
  await Deno.remove(policy);
});

Deno.test("a server that reaches its limit of file descriptors serves again once there is room", async () => {
  const openFilesMax = 80;
  await using server = await startServer(
    { AVAL_KV: ":memory:" },
    startPermissions,
    undefined,
    `ulimit -n ${openFilesMax}`,
  );
  const { hostname, port } = new URL(server.url);
  const tried = await Promise.allSettled(
    Array.from({ length: 2 * openFilesMax }, () => Deno.connect({ hostname, port: Number(port) })),
  );
  // Not every runtime gives up its port: one that goes on accepting has nothing to log.
  const isSilent = Deno.version.deno.startsWith("2.5.");
  // The limit is reached: it is said, or nobody is answered any more.
  await until(async () => {
    if (!isSilent) return server.errorText().includes(`"accept_failed"`);
    const late = AbortSignal.timeout(500);
    return await fetch(`${server.url}/health`, { signal: late }).then(() => false, () => true);
  });
  for (const one of tried) if (one.status === "fulfilled") one.value.close();
  await until(async () => {
    const answer = await fetch(`${server.url}/health`).catch(() => null);
    return (await answer?.json())?.status === "ok";
  });
});

/** Resolves when a condition holds; fails after a minute. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(60_000);
  while (!await holds()) {
    deadline.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
