import assert from "node:assert/strict";
import { CLEAR_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";

/** A disk of its own; null where this user may mount none. */
async function smallDisk(): Promise<{ readonly path: string } & AsyncDisposable | null> {
  const path = await Deno.makeTempDir();
  const run = async (command: string, ...args: readonly string[]) =>
    (await new Deno.Command(command, { args: [...args], stderr: "null" }).output()).success;
  const isMounted = Deno.build.os === "linux" &&
    await run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", path).catch(() => false);
  if (!isMounted) {
    await Deno.remove(path);
    return null;
  }
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await run("umount", path);
      await Deno.remove(path);
    },
  };
}

async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { create: true, write: true });
  for (const size of [65_536, 4_096, 1]) {
    for (;;) {
      const written = await file.write(new Uint8Array(size)).catch(() => 0);
      if (written < size) break;
    }
  }
}

Deno.test("a full disk is 503 for what writes and for readiness, one log line, and ends by itself", async () => {
  await using disk = await smallDisk();
  if (disk === null) return;
  await using server = await startServer({ AVAL_KV: `${disk.path}/kv.sqlite3` });
  const screen = async () => {
    const answer = await fetch(`${server.url}/v1/screen`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: CLEAR_NAME }),
    });
    return [answer.status, (await answer.json()).error];
  };
  const ready = async (expected: number) => {
    const deadline = AbortSignal.timeout(60_000);
    for (;;) {
      deadline.throwIfAborted();
      const answer = await fetch(`${server.url}/ready`);
      await answer.body?.cancel();
      if (answer.status === expected) return;
    }
  };
  assert.deepEqual(await screen(), [200, undefined]);
  await fill(`${disk.path}/filler`);
  // What is left in the last pages of the store's own files takes a few.
  let last: readonly unknown[] = [];
  for (let n = 0; n < 2_000 && last[0] !== 503; n++) last = await screen();
  for (let n = 0; n < 20; n++) {
    assert.deepEqual(await screen(), [503, "upstream_unavailable"]);
  }
  await ready(503);
  const errors = server.errorText().split("\n").filter((line) => line.includes('"level":"error"'));
  assert.deepEqual(errors.map((line) => JSON.parse(line).event), ["store_cannot_write"]);
  await Deno.remove(`${disk.path}/filler`);
  await ready(200);
  assert.deepEqual(await screen(), [200, undefined]);
});
