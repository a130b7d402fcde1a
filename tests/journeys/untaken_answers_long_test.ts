import assert from "node:assert/strict";
import { connectHttp2, type Http2Connection, type Http2Request } from "../support/http2.ts";
import { connectRaw } from "../support/raw_http.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** The requirement: maximum bytes that an attack may add to a process's memory. */
const addedBytesMax = 60 * 1_048_576;

const [connections, streams] = [20, 200];
const attacker = { "x-forwarded-for": "198.51.100.1" };
const another = { "x-forwarded-for": "198.51.100.2" };

/** Starts a server behind a proxy that names each caller's address, with the default policy. */
async function startBehindProxy(): Promise<ServerProcess> {
  const policy = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(policy, "{}");
  const server = await startServer({
    AVAL_KV: ":memory:",
    AVAL_POLICY: policy,
    AVAL_TRUSTED_PROXIES: "127.0.0.0/8",
  });
  await Deno.remove(policy);
  return server;
}

/** Peak memory of a process in bytes. */
async function peakBytes({ pid }: ServerProcess): Promise<number> {
  // By a program: the runtime lets only a process with every permission read there.
  const read = await new Deno.Command("cat", { args: [`/proc/${pid}/status`] }).output();
  const status = new TextDecoder().decode(read.stdout);
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  assert(kib !== undefined, status);
  return Number(kib) * 1_024;
}

/** Reads a path as often as the attack will, like a client, so that code and caches are warm. */
async function warm({ url }: ServerProcess, path: string): Promise<void> {
  for (let read = 0; read < connections * streams; read += 50) {
    await Promise.all(Array.from({ length: 50 }, async () => {
      const answer = await fetch(`${url}${path}`, { headers: another });
      await answer.body?.cancel();
    }));
  }
}

/** Resolves when a condition holds; fails after two minutes. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = AbortSignal.timeout(120_000);
  while (!await holds()) {
    deadline.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function attack(
  { url }: ServerProcess,
  windowBytes: number,
  request: Http2Request,
): Promise<readonly Http2Connection[]> {
  return await Promise.all(Array.from({ length: connections }, async () => {
    const connection = await connectHttp2(url, windowBytes);
    for (let stream = 0; stream < streams; stream++) await connection.request(request);
    return connection;
  }));
}

const answersOf = (opened: readonly Http2Connection[]) =>
  opened.flatMap((connection) => connection.answered());

async function statusFor(
  { url }: ServerProcess,
  headers: Readonly<Record<string, string>>,
  path: string,
): Promise<number> {
  const answer = await fetch(`${url}${path}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

const largePage = "/reference/screening";

Deno.test("answers that are not read hold little memory, and another caller is answered", async (t) => {
  const paths = {
    "the description": "/openapi.json",
    "the largest page of the reference": largePage,
  };
  for (const [name, path] of Object.entries(paths)) {
    await t.step(name, async () => {
      await using server = await startBehindProxy();
      await warm(server, path);
      const before = await peakBytes(server);
      const opened = await attack(server, 0, { method: "GET", path, headers: attacker });
      await until(() => answersOf(opened).length === connections * streams);
      const taken = answersOf(opened).filter((status) => status === 200).length;
      assert(taken > 0 && taken <= 128, `${taken} of one address are open`);
      assert.equal(await statusFor(server, another, path), 200);
      assert.equal(await statusFor(server, attacker, path), 429);
      assert.equal(await statusFor(server, attacker, "/ready"), 200);
      const added = await peakBytes(server) - before;
      assert(added < addedBytesMax, `${added} bytes more`);
      for (const connection of opened) connection[Symbol.dispose]();
      await until(async () => await statusFor(server, attacker, path) === 200);
    });
  }
});

Deno.test("bodies that do not end hold little memory, and another caller is answered", async () => {
  await using server = await startBehindProxy();
  await warm(server, "/openapi.json");
  const before = await peakBytes(server);
  const opened = await attack(server, 65_535, {
    method: "POST",
    path: "/v1/screen",
    headers: { ...attacker, "content-type": "application/json" },
    unfinishedBody: "{",
  });
  // Those that are open wait for their bodies; every other one is refused.
  await until(() => answersOf(opened).length >= connections * streams - 128);
  assert(!answersOf(opened).includes(200));
  const answer = await fetch(`${server.url}/v1/screen`, {
    method: "POST",
    headers: { ...another, "content-type": "application/json" },
    body: JSON.stringify({ name: "Margaret Thistlewood" }),
  });
  assert.equal(answer.status, 200, await answer.text());
  const added = await peakBytes(server) - before;
  assert(added < addedBytesMax, `${added} bytes more`);
  for (const connection of opened) connection[Symbol.dispose]();
});

Deno.test("pipelined requests whose answers are not read hold little memory, and another caller is answered", async () => {
  await using server = await startBehindProxy();
  const path = largePage;
  await warm(server, path);
  const before = await peakBytes(server);
  const request = [
    `GET ${path} HTTP/1.1`,
    "Host: aval.example",
    `X-Forwarded-For: ${attacker["x-forwarded-for"]}`,
    "",
    "",
  ].join("\r\n");
  const opened = await Promise.all(Array.from({ length: 400 }, async () => {
    const connection = await connectRaw(server.url);
    await connection.send(request.repeat(100));
    return connection;
  }));
  await until(() => server.errorText().includes(`"requests_crowded"`));
  assert.equal(await statusFor(server, another, path), 200);
  const added = await peakBytes(server) - before;
  assert(added < addedBytesMax, `${added} bytes more`);
  for (const connection of opened) connection[Symbol.dispose]();
});
