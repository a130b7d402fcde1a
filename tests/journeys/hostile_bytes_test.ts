import assert from "node:assert/strict";
import { startServer } from "../support/server.ts";

/** Bytes of memory that a process holds at most so far (Linux). */
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
  const address = { hostname: "127.0.0.1", port: Number(new URL(server.url).port) };
  await (await fetch(`${server.url}/v1/lists`)).body?.cancel();
  const before = await peakOf(server.pid);
  using connection = await Deno.connect(address);
  const chunks = 250_000;
  const head = "POST /v1/screen HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n" +
    "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
  const piece = new TextEncoder().encode("1\r\n \r\n".repeat(1_000));
  const answer = new Response(connection.readable).text();
  const writer = connection.writable.getWriter();
  await writer.write(new TextEncoder().encode(head));
  for (let sent = 0; sent < chunks; sent += 1_000) {
    // The server may have answered and closed by then: its limit is a body's.
    if (!await writer.write(piece).then(() => true, () => false)) break;
  }
  await writer.write(new TextEncoder().encode("2\r\n{}\r\n0\r\n\r\n")).catch(() => {});
  assert.match(await answer, /^HTTP\/1\.1 4(00|13) /);
  // Kept, the buffers of its pieces would be 10 GB; what the collector has not freed yet is here.
  const grown = await peakOf(server.pid) - before;
  assert(grown < 256 * 1024 * 1024, `${grown} bytes more`);
});
