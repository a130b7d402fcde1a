import assert from "node:assert/strict";
import { connectRaw } from "../support/raw_http.ts";
import { startServer } from "../support/server.ts";

/** Peak memory of a process in bytes (Linux). */
async function peakOf(pid: number): Promise<number> {
  // By another process: the runtime reads /proc for nobody but who may do everything.
  const { stdout } = await new Deno.Command("cat", { args: [`/proc/${pid}/status`] }).output();
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(new TextDecoder().decode(stdout)) ?? [];
  assert(kibibytes !== undefined);
  return Number(kibibytes) * 1024;
}

Deno.test("a body in one-byte chunks takes no more memory than its bytes", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  await using server = await startServer({ AVAL_MODE: "sandbox", AVAL_KV: ":memory:" });
  await (await fetch(`${server.url}/v1/lists`)).body?.cancel();
  const before = await peakOf(server.pid);
  using connection = await connectRaw(server.url);
  // The server may answer and close before everything is sent, and a reset may take the answer along.
  const answer = connection.earlyAnswer().catch(() => null);
  const head = "POST /v1/screen HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n" +
    "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
  const pieces = "1\r\n \r\n".repeat(1_000);
  const sent = [head, ...Array.from({ length: 250 }, () => pieces), "2\r\n{}\r\n0\r\n\r\n"];
  for (const text of sent) {
    if (!await connection.send(text).then(() => true, () => false)) break;
  }
  const status = (await answer)?.status ?? 400;
  assert(status === 400 || status === 413, `${status}`);
  // Kept, the buffers of its pieces would be 10 GB; what the collector has not freed yet is here.
  const grown = await peakOf(server.pid) - before;
  assert(grown < 256 * 1024 * 1024, `${grown} bytes more`);
  assert.equal((await (await fetch(`${server.url}/health`)).json()).status, "ok");
});
