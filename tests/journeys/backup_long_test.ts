import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { makeIdentity, succeeds } from "../support/backups.ts";
import { runCli } from "../support/cli.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";

const lanes = 8;
const names = [CLEAR_NAME, POSSIBLE_NAME, CONFIRMED_NAME];

/** A request whose answer reached the client. */
interface Acknowledged {
  readonly key: string;
  readonly name: string;
  readonly decisionId: string;
  readonly text: string;
}

function screen(url: string, name: string, key: string): Promise<Response> {
  return fetch(`${url}/v1/screen`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ name }),
  });
}

/** Screens as fast as the server answers, until stopped. */
function screening(url: string) {
  const acknowledged: Acknowledged[] = [];
  let stopped = false;
  const lane = async (number: number) => {
    for (let i = 0; !stopped; i++) {
      const [key, name] = [`lane-${number}-${i}`, names[i % names.length] ?? CLEAR_NAME];
      const answer = await screen(url, name, key);
      const text = await answer.text();
      assert.equal(answer.status, 200, text);
      acknowledged.push({ key, name, decisionId: JSON.parse(text).meta.decisionId, text });
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return {
    acknowledged,
    /** Resolves after this many more acknowledged requests. */
    more: async (count: number) => {
      const enough = acknowledged.length + count;
      while (acknowledged.length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    stop: async () => {
      stopped = true;
      await ended;
    },
  };
}

Deno.test("a backup made while a server writes holds every decision from before it, whole", async () => {
  const folder = await Deno.makeTempDir();
  const secret = crypto.getRandomValues(new Uint8Array(32)).toBase64();
  const env = {
    AVAL_MODE: "sandbox",
    AVAL_KV: `${folder}/kv.sqlite3`,
    AVAL_SECRET_KEY: secret,
  };
  const { identity, recipient } = await makeIdentity(folder);
  const backup = `${folder}/backup.age`;
  let before: readonly Acknowledged[] = [];
  let all: readonly Acknowledged[] = [];
  {
    await using server = await startServer(env);
    const load = screening(server.url);
    await load.more(100);
    before = [...load.acknowledged];
    const { stdout, stderr } = await succeeds(
      ["store", "backup", "--out", backup, "--recipient", recipient],
      env,
    );
    assert.match(stdout, /^records \d+\nsha256 [0-9a-f]{64}\nbytes \d+\n$/);
    assert.match(stderr, /AVAL_SECRET_KEY is not in the backup/);
    await load.more(20);
    await load.stop();
    all = load.acknowledged;
  }
  assert(all.length > before.length);
  const left = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();
  assert(left.includes("backup.age"));
  assert(!left.some((name) => name.includes("part") || name.includes("tmp")), left.join(", "));
  assert.equal((await Deno.stat(backup)).mode! & 0o777, 0o600);

  const restored = { ...env, AVAL_KV: `${folder}/restored.sqlite3` };
  const { stdout } = await succeeds(["store", "restore", backup, "--identity", identity], restored);
  assert.match(stdout, /^records \d+\nsha256 [0-9a-f]{64}\npacks_left_out 0\nclaims_left_out 0\n$/);
  await succeeds(["audit", "verify"], restored);
  {
    await using server = await startServer(restored);
    for (const { key, name, decisionId, text } of before) {
      const read = await fetch(`${server.url}/v1/screen/${decisionId}`);
      assert.equal(read.status, 200, "a decision from before the backup is gone");
      assert.equal((await read.json()).meta.decisionId, decisionId);
      const again = await screen(server.url, name, key);
      assert.equal(await again.text(), text, "a replay answers the same bytes");
    }
    assert.equal(await server.terminate(), 0);
  }
  const { stdout: verified } = await succeeds(["audit", "verify"], restored);
  const entries = Number(/entries (\d+)/.exec(verified)?.[1]);
  assert(entries >= before.length && entries <= all.length + lanes, `${entries} entries`);
  assert.match(verified, /pending 0/);

  const inClear = new TextDecoder("latin1").decode(await Deno.readFile(backup));
  for (const text of ["audit_entry", "SCREENING", before[0]!.decisionId, secret, "aval-backup"]) {
    assert(!inClear.includes(text), `${text} can be read in the backup`);
  }
  // Another secret reads nothing of it: the backup holds the data keys as they are wrapped.
  const other = { ...restored, AVAL_SECRET_KEY: btoa("another secret of thirty-two byt") };
  const refused = await runCli("admin", ["keys", "list"], other);
  assert.match(refused.stdout, /unknown$/m);
  await assert.rejects(startServer(other), /AVAL_SECRET_KEY/);
  await Deno.remove(folder, { recursive: true });
});
