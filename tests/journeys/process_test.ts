import assert from "node:assert/strict";
import project from "../../deno.json" with { type: "json" };
import { readBuild } from "../../service/process/build.ts";
import { patientPolicyFile } from "../support/policy.ts";
import { liveEnvironment } from "../support/service.ts";
import { startServer } from "../support/server.ts";

const root = new URL("../../", import.meta.url);

async function temporaryStore(): Promise<{ readonly AVAL_KV: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  return {
    AVAL_KV: `${folder}/kv.sqlite3`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal}: health says draining, requests go on, then the process exits with 0`, async () => {
    await using store = await temporaryStore();
    await using server = await startServer({
      AVAL_KV: store.AVAL_KV,
      AVAL_POLICY: patientPolicyFile,
    });
    const health = async () => {
      const answer = await fetch(`${server.url}/health`);
      return { status: answer.status, body: await answer.json() };
    };
    const { version } = project;
    const build = readBuild(root);
    assert.deepEqual(await health(), {
      status: 200,
      body: { status: "ok", mode: "sandbox", version, build },
    });
    const ended = server.terminate(signal);
    let drained = await health();
    while (drained.status === 200) drained = await health(); // the signal is on its way
    assert.deepEqual(drained, {
      status: 503,
      body: { status: "draining", mode: "sandbox", version, build },
    });
    const screened = await fetch(`${server.url}/v1/screen`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "" }),
    });
    assert.equal(screened.status, 200);
    await screened.body?.cancel();
    assert.equal(await ended, 0);
  });
}

Deno.test("the log has one record of the start, of the drain and of the end, without a secret or path", async () => {
  await using store = await temporaryStore();
  const env: Record<string, string> = { ...await liveEnvironment(), AVAL_KV: store.AVAL_KV };
  await using server = await startServer(env);
  assert.equal(await server.terminate(), 0);
  const lines = server.errorText().trimEnd().split("\n").map((line) => JSON.parse(line));
  const events = ["started", "drain_begun", "stopped"];
  const records = lines.filter(({ event }) => events.includes(event));
  assert.deepEqual(records.map(({ event, level }) => [event, level]), [
    ["started", "info"],
    ["drain_begun", "info"],
    ["stopped", "info"],
  ]);
  const [{ at: _at, level: _level, event: _event, lists, ...started }, , stopped] = records;
  const { version } = project;
  const build = readBuild(root);
  assert.deepEqual(started, {
    ...{ version, build, mode: "live", store: "file" },
    identityProvider: "none",
  });
  assert.match(lists, /^ofac-sdn of \d{4}-\d\d-\d\d \(\d+ h\)/);
  assert(stopped.milliseconds >= 0 && stopped.milliseconds < 15_000);
  for (const secret of [env["AVAL_SECRET_KEY"] ?? "", store.AVAL_KV, env["AVAL_LISTS"] ?? ""]) {
    assert(secret !== "" && !server.errorText().includes(secret));
  }
});

Deno.test("the job of housekeeping is known before anything else, as Deno Deploy wants it", async () => {
  const main = new URL("../../main.ts", import.meta.url).href;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--cached-only",
      "--no-check",
      "--config",
      new URL("../../deno.json", import.meta.url).pathname,
      `const value = (...given) => console.log(JSON.stringify(given.slice(0, 2)));
       Object.defineProperty(Deno, "cron", { value });
       await import(${JSON.stringify(main)});`,
    ],
    env: { PORT: "none" }, // with which it does not come to the store
  }).output();
  const [said, fault] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(said, '["housekeeping","* * * * *"]\n');
  assert.match(fault ?? "", /^aval: PORT/m);
});
