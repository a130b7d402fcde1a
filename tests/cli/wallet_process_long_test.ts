import assert from "node:assert/strict";
import project from "../../deno.json" with { type: "json" };
import { startServer } from "../support/server.ts";

const root = new URL("../../", import.meta.url).pathname;
const permissions = ["--cached-only", "--no-prompt", "--allow-net"];
permissions.push("--allow-read=.aval", "--allow-write=.aval");

/** Runs the wallet with exactly its task's permissions, in a folder. */
async function wallet(folder: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", `--config=${root}deno.json`, ...permissions, `${root}cli/wallet.ts`, ...args],
    cwd: folder,
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

Deno.test("deno task wallet is allowed the network and .aval/, and nothing more", () => {
  assert.equal(
    project.tasks.wallet.command,
    `DENO_NO_UPDATE_CHECK=1 deno run ${permissions.join(" ")} cli/wallet.ts`,
  );
});

Deno.test("deno task wallet verifies an age over HTTP, where there is no .aval/ yet, and keeps its keys", async () => {
  const port = freePort();
  await using server = await startServer({
    AVAL_KV: ":memory:",
    PORT: String(port),
    AVAL_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const folder = await Deno.makeTempDir();
  const kept: string[] = [];
  for (const args of [[], [], ["--new-key"]]) {
    const started = await fetch(`${server.url}/v1/verify/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ clientId: "acme", checkType: "age-verification" }),
    });
    const { authorizationRequestUri } = await started.json();
    const presented = await wallet(folder, "present", authorizationRequestUri, ...args);
    assert.equal(presented.code, 0, presented.stderr);
    assert.deepEqual(JSON.parse(presented.stdout).booleanProofs, { ageOver18: true });
    kept.push(await Deno.readTextFile(`${folder}/.aval/wallet.json`));
    const { mode } = await Deno.stat(`${folder}/.aval/wallet.json`);
    assert.equal((mode ?? 0) & 0o777, 0o600);
  }
  const [first, second, renewed] = kept;
  assert.equal(second, first);
  assert.notEqual(renewed, first);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("deno task wallet login prints where a login ends, from a process of its own", async () => {
  const location = "https://rp.example/callback?code=c0de&state=s";
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response(null, { status: 302, headers: { location } }),
  );
  const folder = await Deno.makeTempDir();
  const url = `http://127.0.0.1:${server.addr.port}/v1/login/authorize?state=s`;
  const ended = await wallet(folder, "login", url);
  assert.deepEqual([ended.code, ended.stdout, ended.stderr], [0, `${location}\n`, ""]);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), [], "no key was asked for");
  await Deno.remove(folder, { recursive: true });
});

/** A port that is free at the moment. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
