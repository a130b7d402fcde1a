import assert from "node:assert/strict";
import { runCli } from "../support/cli.ts";
import { folderOf } from "../support/folder.ts";
import { startServer } from "../support/server.ts";

const serves = async (url: string) => {
  const answer = await fetch(`${url}/health`);
  await answer.body?.cancel();
  return answer.status;
};

Deno.test("a second server on one file is refused, and a third starts once the first is killed", async () => {
  const folder = await Deno.makeTempDir();
  const env = { AVAL_KV: `${folder}/kv.sqlite3` };
  const first = await startServer(env);
  try {
    const refused = new RegExp(
      `AVAL_KV: another server \\(process \\d+\\) uses ${env.AVAL_KV}; stop it, or give this one a store of its own`,
    );
    await assert.rejects(startServer(env), refused);
    assert.equal(await serves(first.url), 200);

    const link = `${folder}/link.sqlite3`;
    await Deno.symlink(env.AVAL_KV, link);
    await assert.rejects(startServer({ AVAL_KV: link }), /another server .* uses .*link\.sqlite3/);
    assert.equal(await serves(first.url), 200);

    await first.kill();
    await using third = await startServer(env);
    assert.equal(await serves(third.url), 200);
  } finally {
    await first.kill();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("operator commands work on the file beside its server", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const env = { AVAL_KV: `${folder}/kv.sqlite3` };
  await using server = await startServer(env);
  const put = await runCli("admin", ["client", "put", "acme"], env);
  assert.equal(put.code, 0, put.stderr);
  const list = await runCli("admin", ["client", "list"], env);
  assert.equal(list.code, 0, list.stderr);
  assert.match(list.stdout, /acme/);
  assert.equal(await serves(server.url), 200);
});

Deno.test("a server that has ended leaves its file to the next, and its lock says nothing else", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const env = { AVAL_KV: `${folder}/new/kv.sqlite3` };
  const first = await startServer(env);
  assert.equal(await first.terminate(), 0);
  await using second = await startServer(env);
  assert.equal(await serves(second.url), 200);
  const { mode } = await Deno.stat(`${folder}/new/kv.sqlite3.lock`);
  assert.equal((mode ?? 0) & 0o777, 0o600);
  assert.match(await Deno.readTextFile(`${folder}/new/kv.sqlite3.lock`), /^\d+\n$/);
});
