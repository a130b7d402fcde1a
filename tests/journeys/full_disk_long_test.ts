import assert from "node:assert/strict";
import { CLEAR_NAME } from "../support/names.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** The store's disk, which a test can fill and empty. */
interface Disk extends AsyncDisposable {
  readonly path: string;
  fill(server: ServerProcess): Promise<void>;
  empty(server: ServerProcess): Promise<void>;
}

async function runs(command: string, ...args: readonly string[]): Promise<boolean> {
  return (await new Deno.Command(command, { args: [...args], stderr: "null" }).output()).success;
}

/** A separate disk of 4 MB; null if this user cannot mount one. */
async function mountedDisk(): Promise<Disk | null> {
  const path = await Deno.makeTempDir();
  const isMounted = Deno.build.os === "linux" &&
    await runs("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", path).catch(() => false);
  if (!isMounted) {
    await Deno.remove(path);
    return null;
  }
  return {
    path,
    fill: () => fill(`${path}/filler`),
    empty: () => Deno.remove(`${path}/filler`),
    [Symbol.asyncDispose]: async () => {
      await runs("umount", path);
      await Deno.remove(path);
    },
  };
}

/**
 * A disk that refuses writes of one process, by RLIMIT_FSIZE of one byte, which any user may set
 * and revoke. SIGXFSZ is ignored, so that a write fails and the process continues.
 */
async function limitedDisk(): Promise<Disk> {
  const path = await Deno.makeTempDir();
  const limit = async ({ pid }: ServerProcess, bytes: string) =>
    assert(await runs("prlimit", "--pid", `${pid}`, `--fsize=${bytes}:unlimited`));
  return {
    path,
    fill: (server) => limit(server, "1"),
    empty: (server) => limit(server, "unlimited"),
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
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

const reads = ["/v1/lists", "/docs", "/openapi.json", "/v1/screen/usage"];

for (const [kind, makeDisk] of [["mounted", mountedDisk], ["limited", limitedDisk]] as const) {
  Deno.test(`a full disk (${kind}) is 503 for what writes and nothing for what reads, one log line, and ends by itself`, async () => {
    await using disk = await makeDisk();
    if (disk === null) return;
    const env = { AVAL_KV: `${disk.path}/kv.sqlite3` };
    await using server = await startServer(env, undefined, undefined, 'trap "" XFSZ');
    await refusesWritesAlone(server, disk);
  });
}

async function refusesWritesAlone(server: ServerProcess, disk: Disk): Promise<void> {
  const screen = async () => {
    const answer = await fetch(`${server.url}/v1/screen`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: CLEAR_NAME }),
    });
    const { error, meta } = await answer.json();
    const retryAfter = answer.headers.get("retry-after");
    return { answered: [answer.status, error, retryAfter], decisionId: meta?.decisionId };
  };
  const read = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const says = async (path: string, expected: string) => {
    const deadline = AbortSignal.timeout(60_000);
    for (;;) {
      deadline.throwIfAborted();
      const { status, text } = await read(path);
      assert.equal(status, 200);
      if (JSON.parse(text).status === expected) return;
    }
  };
  const { answered, decisionId } = await screen();
  assert.deepEqual(answered, [200, undefined, null]);
  await disk.fill(server);
  // What is left in the last pages of the store's own files takes a few.
  let last: readonly unknown[] = [];
  for (let n = 0; n < 2_000 && last[0] !== 503; n++) last = (await screen()).answered;
  for (let n = 0; n < 20; n++) {
    assert.deepEqual((await screen()).answered, [503, "upstream_unavailable", "1"]);
    for (const path of [...reads, `/v1/screen/${decisionId}`]) {
      assert.equal((await read(path)).status, 200, path);
    }
  }
  await says("/ready", "store_read_only");
  await says("/health", "store_read_only");
  const errors = server.errorText().split("\n").filter((line) => line.includes('"level":"error"'));
  assert.deepEqual(errors.map((line) => JSON.parse(line).event), ["store_cannot_write"]);
  await disk.empty(server);
  await says("/ready", "ready");
  assert.deepEqual((await screen()).answered, [200, undefined, null]);
}
