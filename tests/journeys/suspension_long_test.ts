import assert from "node:assert/strict";
import { runCli } from "../support/cli.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";

Deno.test("an operator suspends, restricts and admits a client beside the running server, at once where nothing is remembered", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const policy = `${folder}/policy.json`;
    await Deno.writeTextFile(policy, JSON.stringify({ introspection: { activeCacheSeconds: 0 } }));
    const env = {
      ...await liveEnvironment(),
      AVAL_KV: `${folder}/kv.sqlite3`,
      AVAL_POLICY: policy,
    };
    await using server = await startServer(env);
    const operator = async (...args: readonly string[]) => {
      const done = await runCli("admin", args, env);
      assert.equal(done.code, 0, done.stderr);
      return done.stdout.trim();
    };
    const record = async (content: unknown) => {
      await Deno.writeTextFile(`${folder}/acme.json`, JSON.stringify(content));
      await operator("client", "put", "acme", "--file", `${folder}/acme.json`);
    };
    const token = await operator("token", "mint", "--client", "acme");
    const asked = async () => {
      const answer = await fetch(`${server.url}/v1/lists`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return [answer.status, (await answer.json()).error];
    };
    assert.deepEqual(await asked(), [200, undefined]);
    await record({ status: "SUSPENDED" });
    assert.deepEqual(await asked(), [403, "account_inactive"]);
    await record({ ipAllowlist: ["192.0.2.0/24", "2001:db8::/32"] });
    assert.deepEqual(await asked(), [403, "client_access_restricted"]);
    await record({ ipAllowlist: ["127.0.0.0/8", "::1"] });
    assert.deepEqual(await asked(), [200, undefined]);
    assert.equal(await server.terminate(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
