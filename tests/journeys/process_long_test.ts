import assert from "node:assert/strict";
import { runCli } from "../support/cli.ts";
import { liveEnvironment } from "../support/service.ts";
import { startPermissions, startServer } from "../support/server.ts";

async function temporaryStore(): Promise<{ readonly AVAL_KV: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  return {
    AVAL_KV: `${folder}/kv.sqlite3`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("what was counted just before the end is stored by it", async () => {
  await using store = await temporaryStore();
  const usage = async (url: string) => {
    const tomorrow = Temporal.Now.plainDateISO("UTC").add({ days: 2 });
    const answer = await fetch(`${url}/v1/screen/usage?to=${tomorrow}`);
    return (await answer.json()).requestVolume.total;
  };
  {
    await using server = await startServer({ AVAL_KV: store.AVAL_KV });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${server.url}/v1/lists`)),
    );
    for (const answer of answers) await answer.body?.cancel();
    assert.equal(await server.terminate(), 0);
  }
  await using again = await startServer({ AVAL_KV: store.AVAL_KV });
  assert.equal(await usage(again.url), 21);
});

Deno.test("a wrong configuration stops the start with one line a variable", async () => {
  // A store of its own: that of the folder may be another server's, which is reported first.
  const live: Record<string, string> = { ...await liveEnvironment(), AVAL_KV: ":memory:" };
  const { AVAL_MODE, AVAL_LISTS = "", AVAL_SECRET_KEY = "" } = live;
  const cases = [
    {
      env: { AVAL_MODE: "live" },
      says: [/^aval: AVAL_LISTS: .*lists build/m, /^aval: AVAL_SECRET_KEY/m],
    },
    { env: { AVAL_LISTS }, says: [/^aval: AVAL_MODE/m] },
    { env: { AVAL_SECRET_KEY }, says: [/^aval: AVAL_MODE/m] },
    {
      env: { AVAL_AUTH_URL: "https://idp.example" },
      says: [/^aval: AVAL_AUTH_CLIENT_SECRET: is not set/m],
    },
    { env: { AVAL_KV: "mysql://db/aval" }, says: [/^aval: AVAL_KV/m] },
    { env: { PORT: "web", AVAL_LOG: "loud" }, says: [/^aval: PORT/m, /^aval: AVAL_LOG/m] },
    { env: { AVAL_POLICY: "/nowhere.json" }, says: [/^aval: AVAL_POLICY: .*read/m] },
    {
      env: { ...live, AVAL_LISTS: `${AVAL_LISTS}#sha256=${"0".repeat(64)}` },
      says: [/^aval: AVAL_LISTS: .*pins/m],
    },
    { env: { ...live, AVAL_LISTS: import.meta.filename ?? "" }, says: [/^aval: AVAL_LISTS/m] },
    { env: { ...live, AVAL_LISTS: "/nowhere.bin" }, says: [/^aval: AVAL_LISTS: cannot read/m] },
  ];
  assert.equal(AVAL_MODE, "live");
  for (const { env, says } of cases) {
    await assert.rejects(startServer(env), ({ message }: Error) => {
      for (const line of says) assert.match(message, line);
      assert(!message.includes(AVAL_SECRET_KEY), "a secret stands in a message");
      return true;
    });
  }
});

Deno.test("a port that is taken stops the start and says which variable to set", async () => {
  await using server = await startServer({ AVAL_KV: ":memory:" });
  await assert.rejects(
    startServer({ AVAL_KV: ":memory:", PORT: new URL(server.url).port }),
    /^aval: PORT: another process listens there/m,
  );
});

Deno.test("a store that another secret has wrapped is refused, and so is a wrong one", async () => {
  await using store = await temporaryStore();
  const live: Record<string, string> = { ...await liveEnvironment(), AVAL_KV: store.AVAL_KV };
  {
    await using server = await startServer(live);
    assert.equal(await server.terminate(), 0);
  }
  const other = crypto.getRandomValues(new Uint8Array(32)).toBase64();
  await assert.rejects(startServer({ ...live, AVAL_SECRET_KEY: other }), /AVAL_SECRET_KEY/);
  await using moved = await startServer({
    ...live,
    AVAL_SECRET_KEY: other,
    AVAL_SECRET_KEY_PREVIOUS: live["AVAL_SECRET_KEY"] ?? "",
  });
  assert.equal((await fetch(`${moved.url}/health`).then((answer) => answer.json())).mode, "live");
});

Deno.test("a token minted beside a running live server opens it", async () => {
  await using store = await temporaryStore();
  const live: Record<string, string> = { ...await liveEnvironment(), AVAL_KV: store.AVAL_KV };
  await using server = await startServer(live);
  const minted = await runCli("admin", ["token", "mint", "--client", "acme"], live);
  assert.equal(minted.code, 0, minted.stderr);
  const token = minted.stdout.trimEnd().split("\n").at(-1);
  const answer = await fetch(`${server.url}/v1/lists`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual([answer.status, (await answer.json()).mode], [200, "live"]);
});

Deno.test("SIGTERM during a start that waits for its store ends it at once, with 0", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const starting = new Deno.Command(Deno.execPath(), {
    args: ["run", ...startPermissions, "main.ts"],
    cwd: new URL("../../", import.meta.url),
    env: {
      AVAL_KV: `http://127.0.0.1:${silent.addr.port}`,
      DENO_KV_ACCESS_TOKEN: "none",
      PORT: "0",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  using _asked = await silent.accept();
  starting.kill("SIGTERM");
  const { code, stdout, stderr } = await starting.output();
  assert.deepEqual([code, new TextDecoder().decode(stdout)], [0, ""]);
  assert.equal(new TextDecoder().decode(stderr), "");
});
